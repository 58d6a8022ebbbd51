import type { Feature } from '../../feature.ts';
import { blockedSendersRequests } from './contract.ts';

export const blockedSenders: Feature<typeof blockedSendersRequests> = {
  requests: blockedSendersRequests,
  isBackground: true,
  async open(core) {
    // Mail that a crash left unmoved. What arrives later is moved as soon as it is stored.
    const loop = { name: 'arrivals', run: async () => core.applyArrivalRules() };
    return { handlers: async () => (await import('./handlers.ts')).blockedSendersHandlers(core), loops: [loop] };
  },
};
