import type { Clock } from '../base/clock.ts';
import type { DraftSafetyReport } from '../contract/draft.ts';
import type { Announcement } from '../contract/events.ts';
import { isPerson } from '../safety/policy.ts';
import type { ReadDb, WriteDb } from '../store/db.ts';
import type { Actor } from './apply.ts';
import type { Draft } from './drafts.ts';
import { cancelSend, queueSend, type CheckWish, type QueueParts, type QueueWish } from './outbox-queue.ts';
import { sendNamed, type OutboxRow } from './outbox.ts';

/** What a feature sends through. */
export type Sending = {
  /** As `queueSend`, in the transaction of the caller; the sender hears of it once that is through. */
  queue(db: WriteDb, wish: QueueWish): OutboxRow;
  /** As `cancelSend`, in the transaction of the caller. */
  cancel(db: WriteDb, draft_id: string): OutboxRow;
  /** What is to be considered before a draft goes out, by the rules that `queue` obeys. */
  check(db: ReadDb, draft: Draft, wish?: CheckWish): DraftSafetyReport;
  /** The row once its outcome is known or it has to wait for something, or as it is after `ms`. */
  outcome(send_id: string, ms: number): Promise<OutboxRow>;
  /** How long what this caller sends can be taken back where they do not say: the owner's app waits, nobody else does. */
  holdSeconds(actor: Actor): number;
  /** Tells clients, and who waits for an outcome, how a row is now. Call it after its transaction. */
  changed(row: OutboxRow): void;
  /** As `changed`, and has the sender look at it: once the transaction is through in which this is called. */
  soon(row: OutboxRow): void;
};

export type SendingParts = Omit<QueueParts, 'db'> & {
  read: ReadDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  /** Has the sender of an account look for what is due. */
  ringSender: (account_id: string) => void;
  /** What lies of an account's drafts on its server may be out of date. */
  onDraft: (account_id: string) => void;
  undoSeconds: () => number;
};

export function sendingOf(parts: SendingParts): Sending {
  const { read, clock, announce, ringSender, onDraft, undoSeconds } = parts;
  const waiting = new Map<string, Set<() => void>>();

  const changed = (row: OutboxRow) => {
    const { account_id, draft_id, send_id, state, trouble } = row;
    announce({
      event: 'OutboxUpdated',
      account_id,
      draft_id,
      send_id,
      state,
      ...(trouble && { error: trouble.message }),
    });
    onDraft(account_id);
    for (const wake of waiting.get(send_id) ?? []) wake();
  };
  /** After the transaction it is called in, which is through before any microtask. */
  const soon = (row: OutboxRow) =>
    queueMicrotask(() => {
      changed(row);
      ringSender(row.account_id);
    });

  return {
    queue(db, wish) {
      const row = queueSend({ ...parts, db }, wish);
      soon(row);
      return row;
    },
    cancel(db, draft_id) {
      const row = cancelSend({ db, clock }, draft_id);
      soon(row);
      return row;
    },
    async outcome(send_id, ms) {
      const ended = new AbortController();
      const wake = () => {
        const row = sendNamed(read, send_id);
        if (row && row.state !== 'sending' && (row.state !== 'queued' || row.trouble !== null)) ended.abort();
      };
      const wakers = waiting.get(send_id) ?? new Set();
      waiting.set(send_id, wakers.add(wake));
      try {
        wake();
        if (!ended.signal.aborted) await clock.wait(ms, ended.signal);
      } finally {
        wakers.delete(wake);
        if (wakers.size === 0) waiting.delete(send_id);
      }
      return sendNamed(read, send_id)!;
    },
    check: parts.checkDraft,
    holdSeconds: (actor) => (actor.origin === 'web' && isPerson(actor) ? undoSeconds() : 0),
    changed,
    soon,
  };
}
