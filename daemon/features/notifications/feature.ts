import type { Feature } from '../../feature.ts';
import { notificationsRequests } from './contract.ts';

export const notifications: Feature<typeof notificationsRequests> = {
  requests: notificationsRequests,
  async open(core) {
    const { notificationsHandlers } = await import('./handlers.ts');
    return { handlers: notificationsHandlers(core) };
  },
};
