import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Spool } from './spool.ts';
import { openPaths } from './store.ts';

export type SpoolLoopParts = { read: ReadDb; clock: Clock; spool: Spool };

const hour = 3600 * 1000;

/** Removes files that were given for an import nobody started, at the beginning and then every hour. */
export function spoolLoop({ read, clock, spool }: SpoolLoopParts): Loop {
  return {
    name: 'import-spool',
    async run(signal) {
      while (!signal.aborted) {
        await spool.sweep(() => openPaths(read));
        await clock.wait(hour, signal);
      }
    },
  };
}
