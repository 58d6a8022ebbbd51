import type { Feature } from '../../feature.ts';
import { tokensRequests } from './contract.ts';

export const tokens: Feature<typeof tokensRequests> = {
  requests: tokensRequests,
  async open(core) {
    const { tokensHandlers } = await import('./handlers.ts');
    return { handlers: tokensHandlers({ ...core, isRequest: (name) => core.requestOf(name) !== undefined }) };
  },
};
