import { instantOf, type Clock } from '../../base/clock.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import { isVisibleTo } from '../../contract/event-visibility.ts';
import type { Event } from '../../contract/events.ts';
import {
  allWebhooks,
  findWebhook,
  saveDelivered,
  saveFailedAttempt,
  type Webhook,
} from '../../mail/callers/webhooks.ts';
import type { Events } from '../../mail/events/events.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { WriteDb } from '../../store/db.ts';
import { audienceOf, type AudienceDeps } from './audience.ts';
import { sendEvent, type WebhookMessage } from './send-event.ts';

type DeliveryDeps = AudienceDeps & {
  db: WriteDb;
  clock: Clock;
  fetch: OutgoingFetch;
  events: Pick<Events, 'after' | 'range'>;
};

type DeliveryLoop = Loop & {
  /** There are new events, or a webhook was added or is to be tried again. */
  notify(): void;
};

/** The longest wait between two attempts, in milliseconds. */
const maxRetryMs = 3_600_000;
const maxWaitMs = 60_000;
/** Events that are not for a webhook are recorded as passed over after so many of them. */
const maxUnrecorded = 1_000;

/**
 * Sends events to webhooks: to each in order, one at a time, and to all at the same time. What was accepted is recorded, so
 * that delivery goes on after a restart; an event whose acceptance was not recorded is sent again under the same id.
 */
export function deliveryLoop(deps: DeliveryDeps): DeliveryLoop {
  const { read, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  /** The last event that was looked at, by webhook. */
  const positions = new Map<number, number>();
  return {
    name: 'webhooks',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      const running = new Map<number, Promise<void>>();
      let failure: { thrown: unknown } | undefined;
      while (!signal.aborted && !failure) {
        for (const webhook of allWebhooks(read).filter((each) => !running.has(each.id))) {
          if (!hasWork(deps, webhook, positions)) continue;
          const work = deliverTo(deps, webhook.webhook_id, { positions, signal })
            .catch((thrown: unknown) => void (failure = { thrown }))
            .finally(() => {
              running.delete(webhook.id);
              wakeSignal.notify();
            });
          running.set(webhook.id, work);
        }
        await wakeSignal.wait(waitMs(allWebhooks(read), clock.now()), signal);
      }
      await Promise.all(running.values());
      if (failure && !signal.aborted) throw failure.thrown;
    },
  };
}

function waitMs(webhooks: readonly Webhook[], now: Date): number {
  const due = webhooks.flatMap(({ next_attempt_at }) =>
    next_attempt_at === null ? [] : [Date.parse(next_attempt_at)],
  );
  return Math.max(0, Math.min(maxWaitMs, ...due.filter((at) => at > now.getTime()).map((at) => at - now.getTime())));
}

function positionOf({ id, delivered_seq }: Webhook, positions: ReadonlyMap<number, number>): number {
  return Math.max(delivered_seq, positions.get(id) ?? 0);
}

function hasWork(deps: DeliveryDeps, webhook: Webhook, positions: ReadonlyMap<number, number>): boolean {
  const { next_attempt_at } = webhook;
  if (next_attempt_at !== null && Date.parse(next_attempt_at) > deps.clock.now().getTime()) return false;
  return positionOf(webhook, positions) < deps.events.range().last && !('stopped' in audienceOf(deps, webhook));
}

type Progress = { positions: Map<number, number>; signal: AbortSignal };

/** Sends what there is, until an attempt fails. */
async function deliverTo(deps: DeliveryDeps, webhook_id: string, { positions, signal }: Progress): Promise<void> {
  const { read, db, events } = deps;
  for (;;) {
    const webhook = findWebhook(read, webhook_id);
    if (!webhook || signal.aborted || !hasWork(deps, webhook, positions)) return;
    const position = positionOf(webhook, positions);
    const { first } = events.range();
    const batch = position < first - 1 ? [missed(first - 1, first - 1 - position, deps)] : events.after(position);
    for (const event of batch) {
      if (signal.aborted) return;
      const outcome = await deliver(deps, webhook_id, event, signal);
      if (outcome === 'ended') return;
      positions.set(webhook.id, event.seq);
    }
    const looked = positions.get(webhook.id) ?? 0;
    const { delivered_seq = looked } = findWebhook(read, webhook_id) ?? {};
    if (looked - delivered_seq > maxUnrecorded) saveDelivered(db, webhook, looked);
  }
}

/** Events that are recorded no more. */
function missed(seq: number, skipped: number, { clock }: Pick<DeliveryDeps, 'clock'>): Event {
  return { event: 'EventsLagged', skipped, seq, ts: instantOf(clock.now()) };
}

/** Sends one event, where the webhook is still there and the event is for it. */
async function deliver(
  deps: DeliveryDeps,
  webhook_id: string,
  event: Event,
  signal: AbortSignal,
): Promise<'passed' | 'ended'> {
  const { read, db, clock } = deps;
  // It may have been removed, and its maker may have lost rights, since the last event.
  const webhook = findWebhook(read, webhook_id);
  const audience = webhook && audienceOf(deps, webhook);
  if (!audience || 'stopped' in audience) return 'ended';
  if (!isWanted(webhook, event)) return 'passed';
  if (audience.viewer && !isVisibleTo(event, audience.viewer)) return 'passed';
  const { ok, error } = await sendEvent({ ...deps, signal }, webhook, messageOf(webhook, event));
  const now = clock.now();
  if (ok) {
    saveDelivered(db, webhook, event.seq, instantOf(now));
    return 'passed';
  }
  const next = new Date(now.getTime() + backoff(webhook.failures, { most: maxRetryMs }));
  saveFailedAttempt(db, webhook, { at: instantOf(now), error: error ?? '', next_attempt_at: instantOf(next) });
  return 'ended';
}

/** A program that missed events has to know it, whatever kinds it wants. */
function isWanted({ events }: Webhook, { event }: Event): boolean {
  return events.length === 0 || event === 'EventsLagged' || events.includes(event);
}

/** The id is the same for every attempt, so that the program can tell a repeated event. */
function messageOf({ webhook_id }: Webhook, { actor: _actor, ...event }: Event): WebhookMessage {
  return { id: `${webhook_id}.${event.seq}`, type: event.event, timestamp: event.ts, seq: event.seq, data: event };
}
