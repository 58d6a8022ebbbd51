import type { Feature } from '../../feature.ts';
import { subscriptionsRequests } from './contract.ts';

export const subscriptions: Feature<typeof subscriptionsRequests> = {
  requests: subscriptionsRequests,
  async open(core) {
    const { subscriptionsHandlers } = await import('./handlers.ts');
    return { handlers: subscriptionsHandlers(core) };
  },
  async readers() {
    const { subscriptionsReaders } = await import('./handlers.ts');
    return subscriptionsReaders();
  },
};
