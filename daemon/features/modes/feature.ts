import type { Feature } from '../../feature.ts';
import { modesRequests } from './contract.ts';

export const modes: Feature<typeof modesRequests> = {
  requests: modesRequests,
  async readers(deps) {
    const { modesReaders } = await import('./readers.ts');
    return modesReaders(deps);
  },
};
