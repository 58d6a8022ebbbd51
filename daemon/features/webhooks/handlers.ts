import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isSameActor } from '../../contract/ownership.ts';
import type { Caller, Handlers, ReplyOf } from '../../handler-types.ts';
import {
  addWebhook,
  allWebhooks,
  findWebhook,
  removeWebhook,
  retryWebhook,
  type Webhook,
} from '../../mail/callers/webhooks.ts';
import type { Events } from '../../mail/events/events.ts';
import { parseLoopbackAddress } from '../../outgoing/loopback-fetch.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import { audienceOf, type AudienceDeps } from './audience.ts';
import { maxWebhooks, type webhooksRequests } from './contract.ts';
import { sendEvent } from './send-event.ts';

type WebhooksDeps = AudienceDeps & {
  clock: Clock;
  fetch: OutgoingFetch;
  events: Pick<Events, 'range'>;
  /** Webhooks have changed. */
  onChange: () => void;
};

type WebhookRecord = ReplyOf<(typeof webhooksRequests)['create']>['webhook'];

export function webhooksHandlers(deps: WebhooksDeps): Handlers<typeof webhooksRequests> {
  const { clock, fetch, events, onChange } = deps;
  return {
    list: (_input, { db, caller }) => ({
      webhooks: visibleWebhooks(db, caller).map((webhook) => recordOf(deps, webhook)),
    }),
    create({ name, url, events: kinds, since }, { db, caller }) {
      const address = parseLoopbackAddress(url).href;
      if (allWebhooks(db).length >= maxWebhooks)
        throw new Failure(
          'conflict',
          'too_many_webhooks',
          `There are already ${maxWebhooks} webhooks. Remove one first.`,
        );
      const { last } = events.range();
      const request = {
        name,
        url: address,
        events: [...new Set(kinds)],
        actor: caller,
        after: Math.min(since ?? last, last),
      };
      const webhook = db.transaction(() => addWebhook({ db, clock }, request));
      queueMicrotask(onChange);
      return { webhook: recordOf(deps, webhook), secret: webhook.secret };
    },
    remove({ webhook_id }, { db, caller }) {
      removeWebhook(db, requireWebhook(db, webhook_id, caller));
      return { ok: true };
    },
    async test({ webhook_id }, { db, caller, signal }) {
      const webhook = requireWebhook(db, webhook_id, caller);
      const now = clock.now();
      const startedMs = performance.now();
      const { ok, status, error } = await sendEvent({ fetch, clock, signal }, webhook, {
        id: `${webhook_id}.test.${now.getTime()}`,
        type: 'test',
        timestamp: instantOf(now),
        seq: null,
        data: { webhook_id, name: webhook.name },
      });
      if (ok && webhook.next_attempt_at !== null) {
        retryWebhook(db, webhook);
        onChange();
      }
      return { ok, status, error, took_ms: Math.round(performance.now() - startedMs) };
    },
  };
}

/** The user sees all webhooks, and a token those that were made with it. */
function visibleWebhooks(db: ReadDb, caller: Caller): Webhook[] {
  return allWebhooks(db).filter((webhook) => isPerson(caller) || isSameActor(webhook, caller));
}

function requireWebhook(db: ReadDb, webhook_id: string, caller: Caller): Webhook {
  const webhook = findWebhook(db, webhook_id.toLowerCase());
  if (webhook && (isPerson(caller) || isSameActor(webhook, caller))) return webhook;
  throw new Failure('missing', 'not_found', 'There is no such webhook.');
}

function recordOf(deps: AudienceDeps, webhook: Webhook): WebhookRecord {
  const { id: _id, secret: _secret, origin: _origin, token_id: _token, ...shown } = webhook;
  const audience = audienceOf(deps, webhook);
  if ('stopped' in audience) return { ...shown, state: 'stopped', last_error: audience.stopped };
  return { ...shown, state: webhook.failing_since === null ? 'active' : 'failing' };
}
