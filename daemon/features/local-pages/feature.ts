import type { Feature } from '../../feature.ts';
import { localPagesRequests } from './contract.ts';

export const localPages: Feature<typeof localPagesRequests> = {
  requests: localPagesRequests,
  async open(core) {
    const { localPagesHandlers } = await import('./handlers.ts');
    return { handlers: localPagesHandlers(core) };
  },
};
