import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import {
  endRemoval,
  countAccountContents,
  pendingRemovals,
  removeCachedFiles,
  removeNextBatch,
} from '../../mail/accounts/removal.ts';
import { redactAccountActivity } from '../../mail/accounts/activity-redaction.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { jobHandle, newestJobs, startJob } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';

type RemovalLoop = Loop & { notify(): void };

type RemovalLoopDeps = {
  clock: Clock;
  log: Log;
  write: WriteDb;
  activity: WriteDb;
  announce: (announcement: Announcement) => void;
  onMutationResult: ApplyDeps['onMutationResult'];
  /** Removes extracted attachments that no other message uses. */
  removeBlobs: (hashes: readonly string[]) => void;
  /** The folder of the cache. */
  cacheFolder: () => string;
  /** Wakes the indexer to remove messages from the index. */
  notifyIndexer: () => void;
};

type PendingRemoval = ReturnType<typeof pendingRemovals>[number];

/** An event names at most this many messages; its `total` is the true count. */
const maxEventIds = 100;

/**
 * Deletes the mail of accounts that were removed with their mail, in small steps, and continues after a restart. An account
 * that is in config.toml again is left alone.
 */
export function removalLoop(deps: RemovalLoopDeps): RemovalLoop {
  const wakeSignal = createWakeSignal(deps.clock);
  return {
    name: 'account removal',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      try {
        while (!signal.aborted) {
          for (const removal of pendingRemovals(deps.write)) await removeAll(deps, removal, signal);
          await wakeSignal.wait(undefined, signal);
        }
      } finally {
        // Blobs that a backup held in the meantime.
        deps.removeBlobs([]);
      }
    },
  };
}

async function removeAll(deps: RemovalLoopDeps, removal: PendingRemoval, signal: AbortSignal): Promise<void> {
  const { write, log } = deps;
  const { account_id } = removal;
  const ids: string[] = [];
  let total = 0;
  const progress = removalProgress(deps, removal);
  // Overwrite deleted data in the file, so that it cannot be recovered from it.
  write.exec('PRAGMA secure_delete = ON');
  try {
    for (let isDone = false; !isDone;) {
      if (signal.aborted) return;
      if (isConfiguredAgain(write, removal)) {
        endRemoval(write, removal);
        return progress.cancel();
      }
      const removed = removeNextBatch({ db: write, clock: deps.clock }, removal);
      isDone = removed.isDone;
      total += removed.messages.length;
      ids.push(...removed.messages.slice(0, maxEventIds - ids.length));
      deps.removeBlobs(removed.hashes);
      removeCachedFiles(deps.cacheFolder(), removed.files);
      if (removed.messages.length > 0) deps.notifyIndexer();
      if (isDone) deps.onMutationResult({ updated: [], queued: [], hasUnsettled: false, ...removed.closed });
      progress.update(total);
      await nextTurn();
    }
  } finally {
    write.exec('PRAGMA secure_delete = OFF');
  }
  await redactAccountActivity(deps.activity, account_id, signal);
  progress.complete(total);
  log.info({ account: account_id, messages: total }, 'the mail of a removed account has been deleted');
  deps.announce({ event: 'MailRemoved', account_id, message_ids: ids, total });
}

/** The number of messages between two progress updates. */
const messagesPerUpdate = 300;

/** The progress of a removal for its job and the clients; a job that a restart interrupted is continued. */
function removalProgress({ write, clock, announce }: RemovalLoopDeps, removal: PendingRemoval) {
  const runningJob = newestJobs(write).find(({ kind, status }) => kind === 'account.removal' && status === 'running');
  const job = runningJob
    ? jobHandle({ db: write, clock }, runningJob.job_id)
    : startJob({ db: write, clock }, { kind: 'account.removal' });
  const before = runningJob?.succeeded ?? 0;
  const total = before + countAccountContents(write, removal).messages;
  const operation = { operation_id: job.job_id, operation: 'account.removal', account_id: null };
  const message = 'Deleting the mail of a removed account';
  let lastReported = 0;
  job.progress({ total });
  announce({ ...operation, event: 'OperationStarted', message });
  return {
    update(removed: number): void {
      if (removed - lastReported < messagesPerUpdate) return;
      lastReported = removed;
      job.progress({ succeeded: before + removed });
      announce({ ...operation, event: 'OperationProgress', current: before + removed, total, message });
    },
    complete(removed: number): void {
      job.progress({ succeeded: before + removed });
      job.finish();
      announce({ ...operation, event: 'OperationCompleted', message: 'Deleted the mail of a removed account' });
    },
    cancel(): void {
      job.finish('The account was added again, so the rest of its mail is kept.');
      announce({ ...operation, event: 'OperationCancelled', message: 'The account was added again' });
    },
  };
}

function isConfiguredAgain(write: WriteDb, { id }: PendingRemoval): boolean {
  return pendingRemovals(write).some((each) => each.id === id && each.key !== null);
}
