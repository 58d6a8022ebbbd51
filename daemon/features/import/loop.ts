import type { Loop } from '../../base/loop.ts';
import { clearUnpacked } from '../../mail/import/unpack.ts';
import { endCancelled, runImport, type RunParts } from './run.ts';
import { importNamed, nextImport } from './store.ts';

export type ImportLoop = Loop & {
  /** Has it look for imports that wait. */
  wake(): void;
  /** Ends an import that runs or waits; what it has imported stays. False where there is no such one. */
  cancel(job_id: string): boolean;
};

/** Carries imports out, one after the other, those first that a restart interrupted. */
export function importLoop(parts: RunParts): ImportLoop {
  let bell = Promise.withResolvers<void>();
  let running: { job_id: string; cancelling: AbortController } | undefined;
  return {
    name: 'imports',
    async run(signal) {
      clearUnpacked(parts.unpackDir);
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      while (!signal.aborted) {
        const next = nextImport(parts.read);
        if (next) {
          const { job_id } = next;
          running = { job_id, cancelling: new AbortController() };
          await runImport(parts, next, { stopping: signal, cancelling: running.cancelling.signal });
          running = undefined;
        } else {
          await Promise.race([bell.promise, stopped]);
          bell = Promise.withResolvers();
        }
      }
    },
    wake: () => bell.resolve(),
    cancel(job_id) {
      const open = importNamed(parts.read, job_id);
      if (open?.status !== 'queued' && open?.status !== 'running') return false;
      if (running?.job_id === job_id) running.cancelling.abort();
      else {
        endCancelled(parts, job_id);
        parts.release(open.path);
      }
      return true;
    },
  };
}
