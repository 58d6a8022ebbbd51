import type { Feature } from '../../feature.ts';
import { modesRequests } from './contract.ts';

export const modes: Feature<typeof modesRequests> = {
  requests: modesRequests,
  async open(core) {
    const { modesHandlers } = await import('./handlers.ts');
    return { handlers: modesHandlers(core) };
  },
  async readers(deps) {
    const { modesReaders } = await import('./readers.ts');
    return modesReaders(deps);
  },
};
