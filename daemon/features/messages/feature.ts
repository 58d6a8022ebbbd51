import type { Feature } from '../../feature.ts';
import { messagesRequests } from './contract.ts';

export const messages: Feature<typeof messagesRequests> = {
  requests: messagesRequests,
  async readers(deps) {
    const { messagesReaders } = await import('./handlers.ts');
    return messagesReaders(deps);
  },
};
