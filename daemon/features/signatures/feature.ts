import type { Feature } from '../../feature.ts';
import { signaturesRequests } from './contract.ts';

export const signatures: Feature<typeof signaturesRequests> = {
  requests: signaturesRequests,
  async open(core) {
    const { signaturesHandlers } = await import('./handlers.ts');
    return { handlers: signaturesHandlers(core) };
  },
};
