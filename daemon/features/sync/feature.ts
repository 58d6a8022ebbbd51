import type { Feature } from '../../feature.ts';
import { syncRequests } from './contract.ts';

export const sync: Feature<typeof syncRequests> = {
  requests: syncRequests,
  isBackground: true,
  async open(core) {
    const [{ syncHandlers }, { createAccountSync }, { machineLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./account-sync.ts'),
      import('../../base/machine.ts'),
    ]);
    const { accountLoops, machine } = core;
    return {
      handlers: syncHandlers(core),
      loops: [
        accountLoops,
        machineLoop(machine, { onResumed: core.onResume, onNetworkChange: accountLoops.networkChanged }),
      ],
      syncLoop: createAccountSync(core),
      onResume: accountLoops.resume,
    };
  },
};
