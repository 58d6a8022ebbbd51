import type { Loop } from '../../base/loop.ts';
import { clearUnpacked } from '../../mail/import/unpack.ts';
import { runImport, type RunParts } from './run.ts';
import { nextImport } from './store.ts';

export type ImportLoop = Loop & {
  /** Has it look for imports that wait. */
  wake(): void;
};

/** Carries imports out, one after the other, those first that a restart interrupted. */
export function importLoop(parts: RunParts): ImportLoop {
  let bell = Promise.withResolvers<void>();
  return {
    name: 'imports',
    async run(signal) {
      clearUnpacked(parts.unpackDir);
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      while (!signal.aborted) {
        const next = nextImport(parts.read);
        if (next) await runImport(parts, next, signal);
        else {
          await Promise.race([bell.promise, stopped]);
          bell = Promise.withResolvers();
        }
      }
    },
    wake: () => bell.resolve(),
  };
}
