import type { Feature } from '../../feature.ts';
import { snippetsRequests } from './contract.ts';

export const snippets: Feature<typeof snippetsRequests> = {
  requests: snippetsRequests,
  async open(core) {
    const { snippetsHandlers } = await import('./handlers.ts');
    return { handlers: snippetsHandlers(core) };
  },
};
