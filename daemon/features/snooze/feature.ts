import type { Feature } from '../../feature.ts';
import { snoozeRequests } from './contract.ts';

export const snooze: Feature<typeof snoozeRequests> = {
  requests: snoozeRequests,
  isBackground: true,
  async open(core) {
    const { snoozeLoop } = await import('./loop.ts');
    const { recordDeferred } = core.recorder;
    const loop = snoozeLoop({ ...core, db: core.mail, recordDeferred, accounts: core.allAccounts });
    return {
      handlers: async () => (await import('./handlers.ts')).snoozeHandlers({ ...core, onSnoozed: loop.notify }),
      loops: [loop],
      onResume: loop.notify,
    };
  },
};
