import type { Feature } from '../../feature.ts';
import { serverFiltersRequests } from './contract.ts';

export const serverFilters: Feature<typeof serverFiltersRequests> = {
  requests: serverFiltersRequests,
  async open(core) {
    const { serverFiltersHandlers } = await import('./handlers.ts');
    return { handlers: serverFiltersHandlers(core) };
  },
};
