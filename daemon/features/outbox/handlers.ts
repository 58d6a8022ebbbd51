import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Call, Handlers } from '../../handling.ts';
import { draftRecordOf } from '../../mail/draft-record.ts';
import { draftOf } from '../../mail/drafts.ts';
import { messageOf } from '../../mail/messages.ts';
import { settleSend } from '../../mail/outbox-doubts.ts';
import {
  lastSendOf,
  moveSend,
  openSendOf,
  outboxRow,
  sendsOf,
  type OutboxRow,
  type OutboxState,
} from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { outboxRequests } from './contract.ts';
import { deliveryOf } from './delivery.ts';
import { checkSeen, sendable, sendSeen } from './sight.ts';
import { outboxEntryOf, receiptOf, type EntryParts } from './wire.ts';

export type OutboxParts = {
  clock: Clock;
  sending: Sending;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

/** Milliseconds for which who sends waits to hear what came of it. */
const answeredWithin = 15_000;
const fiveYears = 5 * 366 * 86_400_000;
const shown: readonly OutboxState[] = ['queued', 'sending', 'sent', 'failed', 'unknown'];

export function outboxHandlers({ clock, sending, zone }: OutboxParts): Handlers<typeof outboxRequests> {
  const seen = ({ db, accounts }: Pick<EntryParts, 'db' | 'accounts'>): EntryParts => ({
    db,
    now: clock.now(),
    zone,
    accounts,
  });

  const sendNow = async (db: WriteDb, row: OutboxRow) => {
    const after =
      row.state === 'queued' || row.state === 'sending' ? await sending.outcome(row.send_id, answeredWithin) : row;
    if (after.state === 'failed') throw sendFailed(after);
    return receiptOf(db, after);
  };

  return {
    orphaned(_input, { db, ...sight }) {
      const rows = sendsOf(db, sight, { states: ['unknown'], limit: 1000 });
      const drafts = rows.flatMap(({ draft }) => (draft === null ? [] : (draftOf(db, draft) ?? [])));
      return { kind: 'Drafts', drafts: drafts.map((draft) => draftRecordOf(db, draft)) };
    },
    resetOrphan({ draft_id }, { db, ...sight }) {
      checkSeen(db, draft_id, sight);
      const row = openSendOf(db, draft_id.toLowerCase());
      const change = { trouble: notSent, is_committed: false, ended_at: instantOf(clock.now()) };
      if (row?.state === 'unknown' && moveSend(db, row.id, 'unknown', 'failed', change)) tell(db, row);
      return { kind: 'Ack' };
    },
    async sendStored({ draft_id, override_safety_token, hold_seconds }, { db, caller, accounts }) {
      const sight = { accounts, caller };
      checkSeen(db, draft_id, sight);
      const last = lastSendOf(db, draft_id.toLowerCase());
      if (last && last.state !== 'failed' && last.state !== 'cancelled') return sendNow(db, last);
      const seconds = hold_seconds ?? sending.holdSeconds(caller);
      const row = db.transaction(() =>
        sending.queue(db, {
          ...sendable(db, draft_id, sight),
          timing: seconds > 0 ? { kind: 'held', seconds } : { kind: 'now' },
          actor: caller,
          override: override_safety_token,
        }),
      );
      return seconds > 0 ? receiptOf(db, row) : sendNow(db, row);
    },
    schedule({ draft_id, send_at, override_safety_token }, { db, caller, accounts }) {
      const sight = { accounts, caller };
      checkSeen(db, draft_id, sight);
      const at = new Date(send_at);
      checkMoment(at, clock.now());
      const row = db.transaction(() => {
        const waiting = openSendOf(db, draft_id.toLowerCase());
        if (waiting?.state === 'queued') sending.cancel(db, waiting.draft_id);
        const wish = { timing: { kind: 'scheduled', at } as const, actor: caller, override: override_safety_token };
        return sending.queue(db, { ...sendable(db, draft_id, sight), ...wish });
      });
      return { kind: 'Ack', receipt: receiptOf(db, row) };
    },
    cancel({ draft_id }, { db, ...sight }) {
      checkSeen(db, draft_id, sight);
      db.transaction(() => sending.cancel(db, draft_id.toLowerCase()));
      return { kind: 'Ack' };
    },
    list({ limit }, { db, accounts, caller }) {
      const rows = sendsOf(db, { accounts, caller }, { states: shown, limit });
      return { sends: rows.map((row) => outboxEntryOf(row, seen({ db, accounts }))) };
    },
    retry({ send_id }, call) {
      const { db, accounts } = call;
      const row = sendSeen(db, send_id, call);
      return {
        kind: 'Ack',
        send: outboxEntryOf(
          db.transaction(() => retried(call, row)),
          seen({ db, accounts }),
        ),
      };
    },
    settle({ send_id }, call) {
      const { db, accounts } = call;
      const row = sendSeen(db, send_id, call);
      if (!settleSend(db, row, { at: instantOf(clock.now()), copy: 'due' })) throw notInDoubt(row);
      return { kind: 'Ack', send: outboxEntryOf(tell(db, row), seen({ db, accounts })) };
    },
    ofMessage({ message_id }, { db, accounts }) {
      const message = messageOf(db, accounts, message_id);
      const { row, recipients } = deliveryOf(db, message);
      return { send: row ? outboxEntryOf(row, seen({ db, accounts })) : null, recipients };
    },
  };

  /** Tries once more what waits or failed, or the copy that Sent did not take. */
  function retried({ db, caller, accounts }: Call & { db: WriteDb }, row: OutboxRow): OutboxRow {
    const now = instantOf(clock.now());
    if (
      row.state === 'queued' &&
      moveSend(db, row.id, 'queued', 'queued', { due_at: min(row.due_at, now), next_at: now })
    )
      return tell(db, row);
    if (row.copy === 'failed' && moveSend(db, row.id, 'sent', 'sent', { copy: 'due', trouble: null, ended_at: null }))
      return tell(db, row);
    if (row.state !== 'failed') throw notWaiting(row);
    if (row.draft === null) throw draftGone();
    const wish = { ...sendable(db, row.draft_id, { accounts, caller }), actor: caller };
    return sending.queue(db, { ...wish, timing: { kind: 'now' } });
  }

  function tell(db: ReadDb, { id }: OutboxRow): OutboxRow {
    const row = outboxRow(db, id)!;
    sending.soon(row);
    return row;
  }
}

const notSent = {
  code: 'not_sent',
  message: 'It was said that this message was not sent. It can be changed and sent again.',
  retryable: true,
};

function checkMoment(at: Date, now: Date): void {
  if (at <= now) throw new Failure('invalid', 'time_past', 'That moment is over. Choose one to come, or send it now.');
  if (at.getTime() - now.getTime() > fiveYears)
    throw new Failure('invalid', 'time_far', 'That is more than five years away. Choose an earlier moment.');
}

function sendFailed({ trouble, recipients, send_id }: OutboxRow): Failure {
  const message = trouble?.message ?? 'It could not be sent.';
  return new Failure('provider', 'send_failed', message, {
    retryable: trouble?.retryable ?? false,
    reason: trouble?.code,
    recipients,
    send_id,
  });
}

function draftGone(): Failure {
  return new Failure('conflict', 'draft_gone', 'The draft of this message is gone, so it cannot be sent again.');
}

function notWaiting({ state }: OutboxRow): Failure {
  const sentence = 'Only what waits for its next try, or failed, can be tried again.';
  return new Failure('conflict', 'not_waiting', sentence, { state });
}

function notInDoubt({ state }: OutboxRow): Failure {
  return new Failure('conflict', 'not_in_doubt', 'What became of this message is known.', { state });
}

function min(a: string, b: string): string {
  return a < b ? a : b;
}
