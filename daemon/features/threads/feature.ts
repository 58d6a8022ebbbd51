import type { Feature } from '../../feature.ts';
import { threadsRequests } from './contract.ts';

export const threads: Feature<typeof threadsRequests> = {
  requests: threadsRequests,
  async readers(deps) {
    const { threadsReaders } = await import('./handlers.ts');
    return threadsReaders(deps);
  },
};
