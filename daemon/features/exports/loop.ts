import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Loop } from '../../base/loop.ts';
import { removePartialFiles } from './files.ts';
import { runExport, type ExportTask } from './run.ts';
import type { ExportRunDeps } from './run-deps.ts';

export type ExportLoop = Loop & {
  /** Appends an export to the queue. */
  enqueue(task: ExportTask): void;
  /** The number of exports, including the running one. */
  unfinishedCount(): number;
  /** Cancels an export and leaves nothing of it. False if it has ended. */
  cancel(job_id: string): boolean;
};

/** Writes exports one after the other. A crash ends them, so they are kept in memory only. */
export function exportLoop(deps: ExportRunDeps): ExportLoop {
  const wakeSignal = createWakeSignal(deps.clock);
  const tasks: { task: ExportTask; cancelController: AbortController }[] = [];
  return {
    name: 'exports',
    async run(signal) {
      await removePartialFiles(deps.folder(), deps.instance).catch((failed: unknown) =>
        deps.log.warn({ err: failed }, 'the folder of downloads could not be looked through'),
      );
      while (!signal.aborted) {
        const [next] = tasks;
        if (next) {
          await runExport(deps, next.task, { stopSignal: signal, cancelSignal: next.cancelController.signal });
          tasks.shift();
        } else await wakeSignal.wait(undefined, signal);
      }
    },
    enqueue(task) {
      tasks.push({ task, cancelController: new AbortController() });
      // The transaction of the request has not ended yet.
      queueMicrotask(() => wakeSignal.notify());
    },
    unfinishedCount: () => tasks.length,
    cancel(job_id) {
      const found = tasks.find(({ task }) => task.job_id === job_id);
      found?.cancelController.abort();
      return found !== undefined;
    },
  };
}
