import type { Feature } from '../../feature.ts';
import { authorizationRequests } from './contract.ts';

export const authorization: Feature<typeof authorizationRequests> = {
  requests: authorizationRequests,
  async open(core) {
    const { authorizationHandlers } = await import('./handlers.ts');
    return { handlers: authorizationHandlers(core) };
  },
};
