import type { Loop } from '../../base/loop.ts';
import { isStaged } from '../../store/restore.ts';
import { brakeOf } from './brake.ts';
import { clearUnfinished } from './folder.ts';
import { runTask, type BackupParts, type BackupTask } from './run.ts';

export type BackupLoop = Loop & {
  /** What is being done, or is about to be. */
  underWay(): BackupTask | undefined;
  /** Has it done. Nothing else may be under way. */
  begin(task: BackupTask): void;
  /** Ends it, and leaves nothing of it. False where it is not here any more, or as good as done. */
  cancel(job_id: string): boolean;
};

/** Makes backups and stages restores, one at a time. A crash ends what was under way, so it is kept in memory alone. */
export function backupLoop(parts: BackupParts): BackupLoop {
  let bell = Promise.withResolvers<void>();
  let task: BackupTask | undefined;
  let cancelling = new AbortController();
  let brake = brakeOf();

  /** What a process or a thread that was ended has left. */
  const clear = () =>
    clearUnfinished(parts.folder(), parts.instance).catch((failed: unknown) =>
      parts.log.warn({ err: failed }, 'the folder of the backups could not be looked through'),
    );

  return {
    name: 'backups',
    async run(signal) {
      await clear();
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      while (!signal.aborted) {
        if (task) {
          const ending = await runTask(parts, task, { stopping: signal, cancelling: cancelling.signal, brake });
          if (cancelling.signal.aborted) await clear();
          const isLast = isStaged(parts.dataDir);
          if (!isLast) task = undefined;
          ending?.();
          // What is done after a restore was staged is not in the store that comes, so nothing more is begun.
          if (isLast) return stopped;
        } else {
          await Promise.race([bell.promise, stopped]);
          bell = Promise.withResolvers();
        }
      }
    },
    underWay: () => task,
    begin(asked) {
      task = asked;
      cancelling = new AbortController();
      brake = brakeOf();
      bell.resolve();
    },
    cancel(job_id) {
      if (task?.job_id !== job_id || !brake.pull()) return false;
      cancelling.abort();
      return true;
    },
  };
}
