import { bellWith } from '../../base/bell.ts';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import {
  countedQuery,
  countMemory,
  type CountedQuery,
  type KnownCounts,
  type SearchCounts,
} from '../../mail/search-counts.ts';

export type CountLoop = Loop & {
  /** What is known now. What nobody has asked about before is counted in a moment. */
  known: KnownCounts;
  /** Mail, or what is searched for, has changed. */
  ring(): void;
};

export type CountLoopParts = {
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** Counts away from this thread. */
  count: (counted: CountedQuery) => Promise<SearchCounts>;
  /** Whether search covers all that is stored. */
  isIndexed: () => boolean;
};

/** In milliseconds: how long mail may go on changing between two counts, and when days have moved on for `newer:7d`. */
const rest = 500;
const longestWait = 15 * 60_000;

/** Counts what saved searches find whenever mail has changed, those alone that somebody looks at. */
export function countLoop({ clock, log, announce, count, isIndexed }: CountLoopParts): CountLoop {
  const bell = bellWith(clock);
  const memory = countMemory();

  async function counted(query: CountedQuery): Promise<boolean> {
    try {
      return memory.keep(query, await count(query));
    } catch (failed) {
      // It was kept by a version that understood it; who opens it is told what is wrong.
      if (failed instanceof Failure && failed.kind === 'invalid') memory.forget(query);
      else log.warn({ err: failed }, 'what a saved search finds could not be counted');
      return false;
    }
  }

  async function countAll(signal: AbortSignal): Promise<void> {
    let hasChanged = false;
    for (const query of memory.asked()) {
      if (signal.aborted) return;
      hasChanged = (await counted(query)) || hasChanged;
    }
    if (hasChanged) announce({ event: 'SavedSearchesUpdated', changed: 'counts' });
  }

  return {
    name: 'saved-search-counts',
    ring: () => bell.ring(),
    known(search, accounts) {
      const { counts, isNew } = memory.look(countedQuery(search, accounts));
      if (isNew) bell.ring();
      return counts;
    },
    async run(signal) {
      while (!signal.aborted) {
        await bell.wait(longestWait, signal);
        if (signal.aborted || memory.asked().length === 0) continue;
        const isWhole = isIndexed();
        await countAll(signal);
        if (!isWhole) bell.ring();
        await clock.wait(rest, signal);
      }
    },
  };
}
