import type { Feature } from '../../feature.ts';
import { screenerRequests } from './contract.ts';

export const screener: Feature<typeof screenerRequests> = {
  requests: screenerRequests,
  async open(core) {
    const { screenerHandlers } = await import('./handlers.ts');
    return { handlers: screenerHandlers(core) };
  },
  async readers(deps) {
    const { screenerReaders } = await import('./readers.ts');
    return screenerReaders(deps);
  },
};
