import { setImmediate as nextTurn } from 'node:timers/promises';
import { bellWith } from '../../base/bell.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import { endRemoval, holdingsOf, removalsDue, removeCached, removeSome } from '../../mail/account-removal.ts';
import { removeTraces } from '../../mail/account-traces.ts';
import type { ApplyParts } from '../../mail/apply.ts';
import { jobHandle, newestJobs, startJob } from '../../mail/jobs.ts';
import type { WriteDb } from '../../store/db.ts';

export type RemovalLoop = Loop & { ring(): void };

export type RemovalLoopParts = {
  clock: Clock;
  log: Log;
  write: WriteDb;
  activity: WriteDb;
  announce: (announcement: Announcement) => void;
  onActed: ApplyParts['onActed'];
  /** Removes what was cut out of messages, where no other message names it. */
  removeBlobs: (hashes: readonly string[]) => void;
  /** Where what can be fetched again is kept. */
  cacheFolder: () => string;
  /** The index has something to forget. */
  nudgeIndexer: () => void;
};

type Doomed = ReturnType<typeof removalsDue>[number];

/** No event names more messages than this; its `total` is the true count. */
const mostIds = 100;

/**
 * Deletes the mail of accounts that were removed with it, a little at a time, and begins where it was stopped. An account
 * that config.toml has again meanwhile is left alone.
 */
export function removalLoop(parts: RemovalLoopParts): RemovalLoop {
  const bell = bellWith(parts.clock);
  return {
    name: 'account removal',
    ring: () => bell.ring(),
    async run(signal) {
      try {
        while (!signal.aborted) {
          for (const doomed of removalsDue(parts.write)) await removeAll(parts, doomed, signal);
          await bell.wait(undefined, signal);
        }
      } finally {
        // What a backup held meanwhile.
        parts.removeBlobs([]);
      }
    },
  };
}

async function removeAll(parts: RemovalLoopParts, doomed: Doomed, signal: AbortSignal): Promise<void> {
  const { write, log } = parts;
  const { account_id } = doomed;
  const ids: string[] = [];
  let total = 0;
  const telling = tellingOf(parts, doomed);
  // Overwritten in the file, and not only given up: what was deleted must not be read out of it.
  write.exec('PRAGMA secure_delete = ON');
  try {
    for (let isDone = false; !isDone;) {
      if (signal.aborted) return;
      if (isBack(write, doomed)) {
        endRemoval(write, doomed);
        return telling.gaveUp();
      }
      const removed = removeSome({ db: write, clock: parts.clock }, doomed);
      isDone = removed.isDone;
      total += removed.messages.length;
      ids.push(...removed.messages.slice(0, mostIds - ids.length));
      parts.removeBlobs(removed.hashes);
      removeCached(parts.cacheFolder(), removed.files);
      if (removed.messages.length > 0) parts.nudgeIndexer();
      if (isDone) parts.onActed({ updated: [], queued: [], hasNew: false, ...removed.closed });
      telling.at(total);
      await nextTurn();
    }
  } finally {
    write.exec('PRAGMA secure_delete = OFF');
  }
  await removeTraces(parts.activity, account_id, signal);
  telling.done(total);
  log.info({ account: account_id, messages: total }, 'the mail of a removed account has been deleted');
  parts.announce({ event: 'MailRemoved', account_id, message_ids: ids, total });
}

/** How many messages go between two notes of how far it is. */
const notedEvery = 300;

/** What the job of a removal and the clients are told of it; one that a stop broke off is gone on with. */
function tellingOf({ write, clock, announce }: RemovalLoopParts, doomed: Doomed) {
  const open = newestJobs(write).find(({ kind, status }) => kind === 'account.removal' && status === 'running');
  const job = open
    ? jobHandle({ db: write, clock }, open.job_id)
    : startJob({ db: write, clock }, { kind: 'account.removal' });
  const before = open?.succeeded ?? 0;
  const all = before + holdingsOf(write, doomed).messages;
  const operation = { operation_id: job.job_id, operation: 'account.removal', account_id: null };
  const message = 'Deleting the mail of a removed account';
  let noted = 0;
  job.progress({ total: all });
  announce({ ...operation, event: 'OperationStarted', message });
  return {
    at(removed: number): void {
      if (removed - noted < notedEvery) return;
      noted = removed;
      job.progress({ succeeded: before + removed });
      announce({ ...operation, event: 'OperationProgress', current: before + removed, total: all, message });
    },
    done(removed: number): void {
      job.progress({ succeeded: before + removed });
      job.finish();
      announce({ ...operation, event: 'OperationCompleted', message: 'The mail of a removed account is deleted' });
    },
    gaveUp(): void {
      job.finish('The account was set up again, so the rest of its mail stays.');
      announce({ ...operation, event: 'OperationCancelled', message: 'The account was set up again' });
    },
  };
}

function isBack(write: WriteDb, { id }: Doomed): boolean {
  return removalsDue(write).some((each) => each.id === id && each.key !== null);
}
