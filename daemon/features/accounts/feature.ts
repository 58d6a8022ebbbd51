import type { Feature } from '../../feature.ts';
import { accountsRequests } from './contract.ts';

export const accounts: Feature<typeof accountsRequests> = {
  requests: accountsRequests,
  isBackground: true,
  async open(core) {
    const [{ removalLoop }, { announceReclassified }] = await Promise.all([
      import('./removal-loop.ts'),
      import('../../mail/events/change-announcer.ts'),
    ]);
    const removals = removalLoop({
      ...core,
      write: core.mail,
      cacheFolder: core.folders.attachments,
      notifyIndexer: () => core.workers.notifyIndexer('wake'),
    });
    return {
      async handlers() {
        const { accountsHandlers } = await import('./handlers.ts');
        return accountsHandlers({
          ...core,
          capabilitiesOf: (account) => core.providerOf(account)?.capabilities,
          onRemoval: () => removals.notify(),
          onReclassified: (messages) => announceReclassified(core, messages),
        });
      },
      loops: [removals],
    };
  },
};
