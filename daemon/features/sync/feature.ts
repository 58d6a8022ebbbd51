import type { Feature } from '../../feature.ts';
import { syncRequests } from './contract.ts';

export const sync: Feature<typeof syncRequests> = {
  requests: syncRequests,
  isBackground: true,
  async open(core) {
    const [{ createAccountSync }, { machineLoop }] = await Promise.all([
      import('./account-sync.ts'),
      import('../../base/machine.ts'),
    ]);
    const { accountLoops, machine } = core;
    return {
      handlers: async () => (await import('./handlers.ts')).syncHandlers(core),
      loops: [
        accountLoops,
        machineLoop(machine, { onResumed: core.onResume, onNetworkChange: accountLoops.networkChanged }),
      ],
      syncLoop: createAccountSync(core),
      onResume: accountLoops.resume,
    };
  },
};
