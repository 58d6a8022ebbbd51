import type { Feature } from '../../feature.ts';
import { secretsRequests } from './contract.ts';

export const secrets: Feature<typeof secretsRequests> = {
  requests: secretsRequests,
  async open(core) {
    const { secretsHandlers } = await import('./handlers.ts');
    return { handlers: secretsHandlers(core) };
  },
};
