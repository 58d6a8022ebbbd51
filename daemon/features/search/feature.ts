import type { Feature } from '../../feature.ts';
import { searchRequests } from './contract.ts';

export const search: Feature<typeof searchRequests> = {
  requests: searchRequests,
  async readers(deps) {
    const { searchReaders } = await import('./handlers.ts');
    return searchReaders(deps);
  },
};
