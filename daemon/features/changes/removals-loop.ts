import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import { forgetRemovals } from '../../mail/changes/changes.ts';
import type { WriteDb } from '../../store/db.ts';

/** How many removals are kept for clients that ask what has changed. */
const maxRemovals = 100_000;
const dayMs = 86_400_000;

/** Once a day, forgets the oldest removals where there are very many. */
export function removalsLoop({ db, clock }: { db: WriteDb; clock: Clock }): Loop {
  return {
    name: 'recorded removals',
    async run(signal) {
      while (!signal.aborted) {
        forgetRemovals(db, maxRemovals);
        await clock.wait(dayMs, signal);
      }
    },
  };
}
