import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import { draftRecordOf } from '../../mail/drafts/record.ts';
import { draftById } from '../../mail/drafts/drafts.ts';
import { requireMessage } from '../../mail/messages/messages.ts';
import { resolveUnknownSend } from '../../mail/outbox/unknown-sends.ts';
import {
  lastSendOf,
  transitionSend,
  openSendOf,
  outboxRow,
  visibleSends,
  type OutboxRow,
  type OutboxState,
} from '../../mail/outbox/outbox.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { outboxRequests } from './contract.ts';
import { deliveryOf } from './delivery.ts';
import { requireVisibleDraft, requireSendable, requireVisibleSend, type CallerScope } from './caller-scope.ts';
import { isLateScheduledSend } from './retry-schedule.ts';
import { outboxEntryOf, receiptOf, type EntryDeps } from '../../mail/outbox/entry.ts';

type OutboxDeps = {
  clock: Clock;
  sending: SendingService;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

type OutboxHandlers<Name extends keyof Handlers<typeof outboxRequests>> = Pick<Handlers<typeof outboxRequests>, Name>;

/** How long the caller waits for the result of a send, in milliseconds. */
const outcomeTimeoutMs = 15_000;
const maxScheduleMs = 5 * 366 * 86_400_000;
const listedStates: readonly OutboxState[] = ['queued', 'sending', 'sent', 'failed', 'unknown'];

export function outboxHandlers(deps: OutboxDeps): Handlers<typeof outboxRequests> {
  return { ...orphanHandlers(deps), ...draftSendHandlers(deps), ...entryHandlers(deps) };
}

/** Requests about drafts with a send whose result is unknown. */
function orphanHandlers({ clock, sending }: OutboxDeps): OutboxHandlers<'orphaned' | 'resetOrphan'> {
  return {
    orphaned(_input, { db, ...scope }) {
      const rows = visibleSends(db, scope, { states: ['unknown'], limit: 1000 });
      const drafts = rows.flatMap(({ draft }) => (draft === null ? [] : (draftById(db, draft) ?? [])));
      return { kind: 'Drafts', drafts: drafts.map((draft) => draftRecordOf(db, draft)) };
    },
    resetOrphan({ draft_id }, { db, ...scope }) {
      requireVisibleDraft(db, draft_id, scope);
      const row = openSendOf(db, draft_id.toLowerCase());
      const change = { trouble: notSentTrouble, is_committed: false, ended_at: instantOf(clock.now()) };
      if (row?.state === 'unknown' && transitionSend(db, row.id, 'unknown', 'failed', change))
        wakeSender(sending, db, row);
      return { kind: 'Ack' };
    },
  };
}

/** Requests that send a draft, now or later, and that cancel its send. */
function draftSendHandlers({ clock, sending }: OutboxDeps): OutboxHandlers<'sendStored' | 'schedule' | 'cancel'> {
  return {
    async sendStored({ draft_id, override_safety_token, hold_seconds }, { db, caller, accounts }) {
      const scope = { accounts, caller };
      requireVisibleDraft(db, draft_id, scope);
      const last = lastSendOf(db, draft_id.toLowerCase());
      if (last && last.state !== 'failed' && last.state !== 'cancelled') return sendNow(sending, db, last);
      const seconds = hold_seconds ?? sending.undoSecondsFor(caller);
      const row = db.transaction(() =>
        sending.queue(db, {
          ...requireSendable(db, draft_id, scope),
          timing: seconds > 0 ? { kind: 'held', seconds } : { kind: 'now' },
          actor: caller,
          override: override_safety_token,
        }),
      );
      return seconds > 0 ? receiptOf(db, row) : sendNow(sending, db, row);
    },
    schedule({ draft_id, send_at, override_safety_token }, { db, caller, accounts }) {
      const scope = { accounts, caller };
      requireVisibleDraft(db, draft_id, scope);
      const at = new Date(send_at);
      checkMoment(at, clock.now());
      const row = db.transaction(() => {
        const waiting = openSendOf(db, draft_id.toLowerCase());
        if (waiting?.state === 'queued') sending.cancel(db, waiting.draft_id);
        const sendRequest = {
          timing: { kind: 'scheduled', at } as const,
          actor: caller,
          override: override_safety_token,
        };
        return sending.queue(db, { ...requireSendable(db, draft_id, scope), ...sendRequest });
      });
      return { kind: 'Ack', receipt: receiptOf(db, row) };
    },
    cancel({ draft_id }, { db, ...scope }) {
      requireVisibleDraft(db, draft_id, scope);
      db.transaction(() => sending.cancel(db, draft_id.toLowerCase()));
      return { kind: 'Ack' };
    },
  };
}

/** Requests about entries of the outbox. */
function entryHandlers(deps: OutboxDeps): OutboxHandlers<'list' | 'retry' | 'confirmSent' | 'ofMessage'> {
  const { clock, sending, zone } = deps;
  const entryDeps = ({ db, accounts }: Pick<EntryDeps, 'db' | 'accounts'>): EntryDeps => ({
    db,
    now: clock.now(),
    zone,
    accounts,
  });

  return {
    list({ limit }, { db, accounts, caller }) {
      const rows = visibleSends(db, { accounts, caller }, { states: listedStates, limit });
      return { sends: rows.map((row) => outboxEntryOf(row, entryDeps({ db, accounts }))) };
    },
    retry({ send_id }, call) {
      const { db, accounts } = call;
      const row = requireVisibleSend(db, send_id, call);
      return {
        kind: 'Ack',
        send: outboxEntryOf(
          db.transaction(() => retried(deps, call, row)),
          entryDeps({ db, accounts }),
        ),
      };
    },
    confirmSent({ send_id }, call) {
      const { db, accounts } = call;
      const row = requireVisibleSend(db, send_id, call);
      if (!resolveUnknownSend(db, row, { at: instantOf(clock.now()), copy: 'due' })) throw notInDoubt(row);
      return { kind: 'Ack', send: outboxEntryOf(wakeSender(sending, db, row), entryDeps({ db, accounts })) };
    },
    ofMessage({ message_id }, { db, accounts }) {
      const message = requireMessage(db, accounts, message_id);
      const { row, recipients } = deliveryOf(db, message);
      return { send: row ? outboxEntryOf(row, entryDeps({ db, accounts })) : null, recipients };
    },
  };
}

/** Waits for the result of a send. Throws Failure `send_failed`. */
async function sendNow(sending: SendingService, db: WriteDb, row: OutboxRow) {
  const after =
    row.state === 'queued' || row.state === 'sending'
      ? await sending.waitForOutcome(row.send_id, outcomeTimeoutMs)
      : row;
  if (after.state === 'failed') throw sendFailed(after);
  return receiptOf(db, after);
}

/** Retries a waiting or failed send, or the copy that Sent did not accept. */
function retried(
  { clock, sending }: OutboxDeps,
  { db, caller, accounts }: CallerScope & { db: WriteDb },
  row: OutboxRow,
): OutboxRow {
  const now = instantOf(clock.now());
  if (
    row.state === 'queued' &&
    transitionSend(db, row.id, 'queued', 'queued', { due_at: earlierOf(row.due_at, now), next_at: now })
  )
    return wakeSender(sending, db, row);
  if (
    row.copy === 'failed' &&
    transitionSend(db, row.id, 'sent', 'sent', { copy: 'due', trouble: null, ended_at: null })
  )
    return wakeSender(sending, db, row);
  if (row.state !== 'failed') throw notWaiting(row);
  if (row.draft === null) throw draftGone();
  const sendRequest = { ...requireSendable(db, row.draft_id, { accounts, caller }), actor: caller };
  // A scheduled send stays one, so that its result is announced as that of a scheduled send.
  const timing = isLateScheduledSend(row) ? { kind: 'scheduled' as const, at: clock.now() } : { kind: 'now' as const };
  return sending.queue(db, { ...sendRequest, timing });
}

function wakeSender(sending: SendingService, db: ReadDb, { id }: OutboxRow): OutboxRow {
  const row = outboxRow(db, id)!;
  sending.announceAfterCommit(row);
  return row;
}

const notSentTrouble = {
  code: 'not_sent',
  message: 'You marked this message as not sent. You can change it and send it again.',
  retryable: true,
};

function checkMoment(at: Date, now: Date): void {
  if (at <= now) throw new Failure('invalid', 'time_past', 'That time has passed. Choose a later one, or send it now.');
  if (at.getTime() - now.getTime() > maxScheduleMs)
    throw new Failure('invalid', 'time_far', 'That’s more than five years away. Choose an earlier time.');
}

function sendFailed({ trouble, recipients, send_id }: OutboxRow): Failure {
  const message = trouble?.message ?? 'It couldn’t be sent.';
  return new Failure('provider', 'send_failed', message, {
    retryable: trouble?.retryable ?? false,
    reason: trouble?.code,
    recipients,
    send_id,
  });
}

function draftGone(): Failure {
  return new Failure('conflict', 'draft_gone', 'The draft of this message was deleted, so it can’t be sent again.');
}

function notWaiting({ state }: OutboxRow): Failure {
  const sentence = 'Only messages that failed or are waiting for the next attempt can be sent again.';
  return new Failure('conflict', 'not_waiting', sentence, { state });
}

function notInDoubt({ state }: OutboxRow): Failure {
  return new Failure('conflict', 'not_in_doubt', 'This message doesn’t need to be resolved.', { state });
}

function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}
