import type { Loop } from '../../base/loop.ts';
import { clearUnpacked } from '../../mail/import/unpack.ts';
import { endCancelled, runImport, type ImportRunDeps } from './run.ts';
import { importNamed, nextImport } from './store.ts';

type ImportLoop = Loop & {
  /** Wakes the loop for waiting imports. */
  wake(): void;
  /** Cancels a running or waiting import; what it has imported stays. False if there is no such import. */
  cancel(job_id: string): boolean;
};

/** Runs imports one after the other, first those that a restart interrupted. */
export function importLoop(deps: ImportRunDeps): ImportLoop {
  let wakeSignal = Promise.withResolvers<void>();
  let current: { job_id: string; cancelController: AbortController } | undefined;
  return {
    name: 'imports',
    async run(signal) {
      clearUnpacked(deps.unpackDir);
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      while (!signal.aborted) {
        const next = nextImport(deps.read);
        if (next) {
          const { job_id } = next;
          current = { job_id, cancelController: new AbortController() };
          await runImport(deps, next, { stopSignal: signal, cancelSignal: current.cancelController.signal });
          current = undefined;
        } else {
          await Promise.race([wakeSignal.promise, stopped]);
          wakeSignal = Promise.withResolvers();
        }
      }
    },
    wake: () => wakeSignal.resolve(),
    cancel(job_id) {
      const unfinished = importNamed(deps.read, job_id);
      if (unfinished?.status !== 'queued' && unfinished?.status !== 'running') return false;
      if (current?.job_id === job_id) current.cancelController.abort();
      else {
        endCancelled(deps, job_id);
        deps.release(unfinished.path);
      }
      return true;
    },
  };
}
