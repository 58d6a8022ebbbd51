import type { Clock } from '../../base/clock.ts';
import type { DraftSafetyReport } from '../../contract/draft.ts';
import type { Announcement } from '../../contract/events.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { Actor } from '../mutations/apply.ts';
import type { Draft } from '../drafts/drafts.ts';
import { cancelSend, queueSend, type SafetyCheckOptions, type QueueDeps, type QueueRequest } from './queue.ts';
import { findSend, type OutboxRow } from './outbox.ts';

/** The interface that features use to send. */
export type SendingService = {
  /** As `queueSend`, in the transaction of the caller; the sender is notified after the commit. */
  queue(db: WriteDb, request: QueueRequest): OutboxRow;
  /** As `cancelSend`, in the transaction of the caller. */
  cancel(db: WriteDb, draft_id: string): OutboxRow;
  /** The safety findings for a draft, by the same rules as in `queue`. */
  check(db: ReadDb, draft: Draft, request?: SafetyCheckOptions): DraftSafetyReport;
  /** The row once its outcome is known or it has to wait for something; after `timeoutMs` its current state. */
  waitForOutcome(send_id: string, timeoutMs: number): Promise<OutboxRow>;
  /** The default undo delay for the sends of an actor: the user's app has one, all other actors have none. */
  undoSecondsFor(actor: Actor): number;
  /** Announces a changed row to clients and to callers that wait for its outcome. Call it after the transaction. */
  announceChange(row: OutboxRow): void;
  /** As `announceChange`, and notifies the sender, after the current transaction. */
  announceAfterCommit(row: OutboxRow): void;
};

type SendingDeps = Omit<QueueDeps, 'db'> & {
  read: ReadDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  /** Makes the sender of an account look for due sends. */
  notifySender: (account_id: string) => void;
  /** The account's drafts on the server may be out of date. */
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
  /** A transaction is synchronous, so it has ended before any microtask runs. */
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
