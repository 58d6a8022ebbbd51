import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { SavedCounts } from '../../mail/searches/saved-counts.ts';
import type { CountedQuery, SearchCounts } from '../../mail/searches/search-counts.ts';

type CountLoopDeps = {
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  savedCounts: SavedCounts;
  /** Counts on a worker thread. */
  count: (counted: CountedQuery) => Promise<SearchCounts>;
  /** Whether search covers all stored mail. */
  isIndexed: () => boolean;
};

/**
 * In milliseconds: the minimum time between two counts while mail changes, and the interval of recounting relative dates
 * such as `newer:7d`.
 */
const minIntervalMs = 500;
const maxWaitMs = 15 * 60_000;

/** Counts the results of saved searches when mail changes, only of those that a client displays. */
export function countLoop({ clock, log, announce, savedCounts, count, isIndexed }: CountLoopDeps): Loop {
  const { cache: memory, wakeSignal } = savedCounts;

  async function countQuery(query: CountedQuery): Promise<boolean> {
    try {
      return memory.update(query, await count(query));
    } catch (failed) {
      // An earlier version accepted the query; a client that opens it gets the error.
      if (failed instanceof Failure && failed.kind === 'invalid') memory.remove(query);
      else log.warn({ err: failed }, 'the results of a saved search could not be counted');
      return false;
    }
  }

  async function countAll(signal: AbortSignal): Promise<void> {
    let hasChanged = false;
    for (const query of memory.queries()) {
      if (signal.aborted) return;
      hasChanged = (await countQuery(query)) || hasChanged;
    }
    if (hasChanged) announce({ event: 'SavedSearchesUpdated', changed: 'counts' });
  }

  return {
    name: 'saved-search-counts',
    async run(signal) {
      while (!signal.aborted) {
        await wakeSignal.wait(maxWaitMs, signal);
        if (signal.aborted || memory.queries().length === 0) continue;
        const isComplete = isIndexed();
        await countAll(signal);
        if (!isComplete) wakeSignal.notify();
        await clock.wait(minIntervalMs, signal);
      }
    },
  };
}
