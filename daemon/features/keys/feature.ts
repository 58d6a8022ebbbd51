import type { Feature } from '../../feature.ts';
import { keysRequests } from './contract.ts';

export const keys: Feature<typeof keysRequests> = {
  requests: keysRequests,
  async open(core) {
    const { keysHandlers } = await import('./handlers.ts');
    return { handlers: keysHandlers(core) };
  },
};
