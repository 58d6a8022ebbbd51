import type { Clock } from '../../base/clock.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import { countedQuery, searchCountCache, type CachedCounts } from './search-counts.ts';

/** The counts of saved searches: what is known, and the signal that wakes the loop which counts them. */
export type SavedCounts = ReturnType<typeof createSavedCounts>;

export function createSavedCounts(clock: Clock) {
  const cache = searchCountCache();
  const wakeSignal = createWakeSignal(clock);
  /** What is known now. A search without a count is counted in a moment. */
  const known: CachedCounts = (search, accounts) => {
    const { counts, isNew } = cache.read(countedQuery(search, accounts));
    if (isNew) wakeSignal.notify();
    return counts;
  };
  return { cache, wakeSignal, known };
}
