import type { Feature } from '../../feature.ts';
import { assistRequests } from './contract.ts';

export const assist: Feature<typeof assistRequests> = {
  requests: assistRequests,
  async open(core) {
    const { assistHandlers } = await import('./handlers.ts');
    const readMessages = (messages: readonly number[]) => core.workers.reader.ask('readableMessages', messages);
    return { handlers: assistHandlers({ ...core, readMessages }) };
  },
};
