import type { Feature } from '../../feature.ts';
import { savedSearchesRequests } from './contract.ts';

export const savedSearches: Feature<typeof savedSearchesRequests> = {
  requests: savedSearchesRequests,
  isBackground: true,
  async open(core) {
    const [{ countLoop }, { wholeCoverage }] = await Promise.all([
      import('./count-loop.ts'),
      import('../../mail/index/coverage.ts'),
    ]);
    const { clock, read, announce, workers } = core;
    const recount = () => core.savedCounts.wakeSignal.notify();
    const loop = countLoop({
      ...core,
      count: (counted) => workers.reader.ask('countMatches', { counted, now: clock.now().getTime() }),
      isIndexed() {
        const { indexed, stored } = wholeCoverage(read);
        return indexed >= stored;
      },
    });
    const onSavedSearchesChanged = () => {
      announce({ event: 'SavedSearchesUpdated', changed: 'searches' });
      recount();
    };
    return {
      handlers: async () => (await import('./handlers.ts')).savedSearchesHandlers({ clock, onSavedSearchesChanged }),
      loops: [loop],
      afterSync: recount,
      afterMutation: recount,
    };
  },
  async readers(deps) {
    const { savedSearchesReaders } = await import('./readers.ts');
    return savedSearchesReaders({ find: deps.search });
  },
};
