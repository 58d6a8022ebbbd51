import type { Loop } from '../../base/loop.ts';
import { isStaged } from '../../store/restore.ts';
import { createCancelOrCommitFlag } from '../../mail/backups/cancel-or-commit-flag.ts';
import { removeUnfinished } from '../../mail/backups/backup-folder.ts';
import { runTask, type BackupDeps, type BackupTask, type TaskOutcome } from './run-task.ts';

export type BackupLoop = Loop & {
  /** The running or next task. */
  currentTask(): BackupTask | undefined;
  /** Starts a task and resolves when it has ended. No other task may be running. */
  start(task: BackupTask): Promise<TaskOutcome>;
  /** Cancels the task and leaves nothing of it. False if it is not running any more, or is committed. */
  cancel(job_id: string): boolean;
};

/** Makes backups, checks them and stages restores, one at a time. A crash ends the running task, so tasks are kept in memory only. */
export function backupLoop(deps: BackupDeps): BackupLoop {
  let wake = Promise.withResolvers<void>();
  let task: BackupTask | undefined;
  let cancelling = new AbortController();
  let cancelOrCommit = createCancelOrCommitFlag();
  let ended = Promise.withResolvers<TaskOutcome>();

  /** Partial files of a process or a thread that was killed. */
  const removeLeftovers = () =>
    removeUnfinished(deps.folder(), deps.instance).catch((failed: unknown) =>
      deps.log.warn({ err: failed }, 'the folder of the backups could not be looked through'),
    );

  return {
    name: 'backups',
    async run(signal) {
      await removeLeftovers();
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      while (!signal.aborted) {
        if (task) {
          const { resolve } = ended;
          const { outcome, finish } = await runTask(deps, task, {
            stopSignal: signal,
            cancelSignal: cancelling.signal,
            cancelOrCommit,
          });
          if (cancelling.signal.aborted) await removeLeftovers();
          const isLast = isStaged(deps.dataDir);
          if (!isLast) task = undefined;
          finish();
          resolve(outcome);
          // Changes after a restore was staged would not be in the restored store, so no more tasks start.
          if (isLast) return stopped;
        } else {
          await Promise.race([wake.promise, stopped]);
          wake = Promise.withResolvers();
        }
      }
    },
    currentTask: () => task,
    start(nextTask) {
      task = nextTask;
      cancelling = new AbortController();
      cancelOrCommit = createCancelOrCommitFlag();
      ended = Promise.withResolvers();
      wake.resolve();
      return ended.promise;
    },
    cancel(job_id) {
      if (task?.job_id !== job_id || !cancelOrCommit.cancel()) return false;
      cancelling.abort();
      return true;
    },
  };
}
