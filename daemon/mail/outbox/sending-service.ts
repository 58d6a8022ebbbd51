import type { Clock } from '../../base/clock.ts';
import type { DraftSafetyReport } from '../../contract/draft.ts';
import type { Announcement } from '../../contract/events.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { Actor } from '../mutations/apply.ts';
import type { Draft } from '../drafts/drafts.ts';
import { cancelSend, queueSend, type SafetyCheckOptions, type QueueDeps, type QueueRequest } from './queue.ts';
import { findSend, type OutboxRow } from './outbox.ts';

/** What a feature sends through. */
export type SendingService = {
  /** As `queueSend`, in the transaction of the caller; the sender hears of it once that is through. */
  queue(db: WriteDb, request: QueueRequest): OutboxRow;
  /** As `cancelSend`, in the transaction of the caller. */
  cancel(db: WriteDb, draft_id: string): OutboxRow;
  /** What is to be considered before a draft goes out, by the rules that `queue` obeys. */
  check(db: ReadDb, draft: Draft, request?: SafetyCheckOptions): DraftSafetyReport;
  /** The row once its outcome is known or it has to wait for something, or as it is after `ms`. */
  waitForOutcome(send_id: string, timeoutMs: number): Promise<OutboxRow>;
  /** How long what this caller sends can be taken back where they do not say: the owner's app waits, nobody else does. */
  undoSecondsFor(actor: Actor): number;
  /** Tells clients, and who waits for an outcome, how a row is now. Call it after its transaction. */
  announceChange(row: OutboxRow): void;
  /** As `changed`, and has the sender look at it: once the transaction is through in which this is called. */
  announceAfterCommit(row: OutboxRow): void;
};

export type SendingDeps = Omit<QueueDeps, 'db'> & {
  read: ReadDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  /** Has the sender of an account look for what is due. */
  notifySender: (account_id: string) => void;
  /** What lies of an account's drafts on its server may be out of date. */
  onDraft: (account_id: string) => void;
  undoSeconds: () => number;
};

export function openSendingService(deps: SendingDeps): SendingService {
  const { read, clock, announce, notifySender, onDraft, undoSeconds } = deps;
  const waiters = new Map<string, Set<() => void>>();

  const announceChange = (row: OutboxRow) => {
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
    for (const wake of waiters.get(send_id) ?? []) wake();
  };
  /** After the transaction it is called in, which is through before any microtask. */
  const announceAfterCommit = (row: OutboxRow) =>
    queueMicrotask(() => {
      announceChange(row);
      notifySender(row.account_id);
    });

  return {
    queue(db, request) {
      const row = queueSend({ ...deps, db }, request);
      announceAfterCommit(row);
      return row;
    },
    cancel(db, draft_id) {
      const row = cancelSend({ db, clock }, draft_id);
      announceAfterCommit(row);
      return row;
    },
    async waitForOutcome(send_id, timeoutMs) {
      const ended = new AbortController();
      const wake = () => {
        const row = findSend(read, send_id);
        if (row && row.state !== 'sending' && (row.state !== 'queued' || row.trouble !== null)) ended.abort();
      };
      const wakers = waiters.get(send_id) ?? new Set();
      waiters.set(send_id, wakers.add(wake));
      try {
        wake();
        if (!ended.signal.aborted) await clock.wait(timeoutMs, ended.signal);
      } finally {
        wakers.delete(wake);
        if (wakers.size === 0) waiters.delete(send_id);
      }
      return findSend(read, send_id)!;
    },
    check: deps.checkDraft,
    undoSecondsFor: (actor) => (actor.origin === 'web' && isPerson(actor) ? undoSeconds() : 0),
    announceChange,
    announceAfterCommit,
  };
}
