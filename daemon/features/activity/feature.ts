import type { Feature } from '../../feature.ts';
import { activityRequests } from './contract.ts';

export const activity: Feature<typeof activityRequests> = {
  requests: activityRequests,
  isBackground: true,
  async open(core) {
    const { activitySweep } = await import('../../mail/activity/removal.ts');
    const { activity, clock, activitySettings, recorder } = core;
    return {
      handlers: async () => (await import('./handlers.ts')).activityHandlers({ ...core, activityDb: activity }),
      loops: [recorder.loop, activitySweep({ activity, clock, settings: activitySettings })],
    };
  },
  async readers(deps) {
    const { activityReaders } = await import('./readers.ts');
    return activityReaders(deps);
  },
};
