import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Spool } from './spool.ts';
import { unfinishedPaths } from './store.ts';

type SpoolSweepLoopDeps = { read: ReadDb; clock: Clock; spool: Spool };

const hourMs = 3600 * 1000;

/** Removes uploads whose import was never started, at the start and then every hour. */
export function spoolSweepLoop({ read, clock, spool }: SpoolSweepLoopDeps): Loop {
  return {
    name: 'import-spool',
    async run(signal) {
      while (!signal.aborted) {
        await spool.sweep(() => unfinishedPaths(read));
        await clock.wait(hourMs, signal);
      }
    },
  };
}
