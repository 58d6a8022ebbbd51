import type { Loop } from '../../base/loop.ts';
import { isStaged } from '../../store/restore.ts';
import { createCancelOrCommitFlag } from './cancel-or-commit-flag.ts';
import { removeUnfinished } from '../../mail/backups/backup-folder.ts';
import { runTask, type BackupDeps, type BackupTask } from './run-task.ts';

export type BackupLoop = Loop & {
  /** What is being done, or is about to be. */
  currentTask(): BackupTask | undefined;
  /** Has it done. Nothing else may be under way. */
  start(task: BackupTask): void;
  /** Ends it, and leaves nothing of it. False where it is not here any more, or as good as done. */
  cancel(job_id: string): boolean;
};

/** Makes backups and stages restores, one at a time. A crash ends what was under way, so it is kept in memory alone. */
export function backupLoop(deps: BackupDeps): BackupLoop {
  let wake = Promise.withResolvers<void>();
  let task: BackupTask | undefined;
  let cancelling = new AbortController();
  let cancelOrCommit = createCancelOrCommitFlag();

  /** What a process or a thread that was ended has left. */
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
          const finish = await runTask(deps, task, {
            stopSignal: signal,
            cancelSignal: cancelling.signal,
            cancelOrCommit,
          });
          if (cancelling.signal.aborted) await removeLeftovers();
          const isLast = isStaged(deps.dataDir);
          if (!isLast) task = undefined;
          finish?.();
          // What is done after a restore was staged is not in the store that comes, so nothing more is begun.
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
      wake.resolve();
    },
    cancel(job_id) {
      if (task?.job_id !== job_id || !cancelOrCommit.cancel()) return false;
      cancelling.abort();
      return true;
    },
  };
}
