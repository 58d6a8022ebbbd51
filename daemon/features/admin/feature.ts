import type { Feature } from '../../feature.ts';
import { adminRequests } from './contract.ts';

export const admin: Feature<typeof adminRequests> = {
  requests: adminRequests,
  isBackground: true,
  async open(core) {
    const { eventSweep } = await import('../../mail/events/events.ts');
    const { config, activity: db, clock } = core;
    return {
      handlers: async () =>
        (await import('./handlers.ts')).adminHandlers({
          ...core,
          problem: core.storeGuard.problem,
          shutdown: () => setImmediate(core.requestStop, 'stop'),
        }),
      loops: [eventSweep({ db, clock, retentionDays: () => config.current.logging.event_retention_days })],
    };
  },
  async readers(deps) {
    const { adminReaders } = await import('./handlers.ts');
    return adminReaders(deps);
  },
};
