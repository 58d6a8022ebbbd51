import { bellWith } from '../../base/bell.ts';
import type { Loop } from '../../base/loop.ts';
import { removePartials } from './files.ts';
import { runExport, type ExportRunParts, type ExportTask } from './run.ts';

export type ExportLoop = Loop & {
  /** Has it written, after those that wait. */
  begin(task: ExportTask): void;
  /** How many there are, the one that is being written among them. */
  waiting(): number;
  /** Ends it, and leaves nothing of it. False where it is not here any more. */
  cancel(job_id: string): boolean;
};

/** Writes exports one after the other. A crash ends them, so they are kept in memory alone. */
export function exportLoop(parts: ExportRunParts): ExportLoop {
  const bell = bellWith(parts.clock);
  const tasks: { task: ExportTask; cancelling: AbortController }[] = [];
  return {
    name: 'exports',
    async run(signal) {
      await removePartials(parts.folder(), parts.instance).catch((failed: unknown) =>
        parts.log.warn({ err: failed }, 'the folder of downloads could not be looked through'),
      );
      while (!signal.aborted) {
        const [next] = tasks;
        if (next) {
          await runExport(parts, next.task, { stopping: signal, cancelling: next.cancelling.signal });
          tasks.shift();
        } else await bell.wait(undefined, signal);
      }
    },
    begin(task) {
      tasks.push({ task, cancelling: new AbortController() });
      // What asked for it is one transaction, which has still to end.
      queueMicrotask(() => bell.ring());
    },
    waiting: () => tasks.length,
    cancel(job_id) {
      const found = tasks.find(({ task }) => task.job_id === job_id);
      found?.cancelling.abort();
      return found !== undefined;
    },
  };
}
