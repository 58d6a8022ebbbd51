import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Loop } from '../../base/loop.ts';
import { removePartialFiles } from './files.ts';
import { runExport, type ExportRunDeps, type ExportTask } from './run.ts';

export type ExportLoop = Loop & {
  /** Has it written, after those that wait. */
  enqueue(task: ExportTask): void;
  /** How many there are, the one that is being written among them. */
  unfinishedCount(): number;
  /** Ends it, and leaves nothing of it. False where it is not here any more. */
  cancel(job_id: string): boolean;
};

/** Writes exports one after the other. A crash ends them, so they are kept in memory alone. */
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
      // What asked for it is one transaction, which has still to end.
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
