import type { Feature } from '../../feature.ts';
import { replyLaterRequests } from './contract.ts';

export const replyLater: Feature<typeof replyLaterRequests> = {
  requests: replyLaterRequests,
  async open(core) {
    const { replyLaterHandlers } = await import('./handlers.ts');
    return { handlers: replyLaterHandlers(core) };
  },
};
