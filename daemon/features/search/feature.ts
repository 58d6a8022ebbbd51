import type { Feature } from '../../feature.ts';
import { searchRequests } from './contract.ts';

export const search: Feature<typeof searchRequests> = {
  requests: searchRequests,
  async open(core) {
    const { serverSearchHandlers } = await import('./server-search.ts');
    const whenFirstIndexed = () => core.workers.indexer.ask('whenFirstIndexed', undefined);
    return { handlers: serverSearchHandlers({ ...core, whenFirstIndexed }) };
  },
  async readers(deps) {
    const { searchReaders } = await import('./handlers.ts');
    return searchReaders(deps);
  },
};
