import type { Feature } from '../../feature.ts';
import { accountsRequests } from './contract.ts';

export const accounts: Feature<typeof accountsRequests> = {
  requests: accountsRequests,
  isBackground: true,
  async open(core) {
    const [{ accountsHandlers }, { removalLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./removal-loop.ts'),
    ]);
    const removals = removalLoop({
      ...core,
      write: core.mail,
      cacheFolder: core.folders.attachments,
      notifyIndexer: () => core.workers.notifyIndexer('wake'),
    });
    const handlers = accountsHandlers({
      ...core,
      capabilitiesOf: (account) => core.providerOf(account)?.capabilities,
      onRemoval: () => removals.notify(),
      onReclassified(reclassified) {
        for (const account of core.allAccounts()) {
          const updated = reclassified.filter((each) => each.account === account.id).map(({ id }) => id);
          if (updated.length > 0) core.announceStored(account, { added: [], updated, removed: [], announceNew: false });
        }
      },
    });
    return { handlers, loops: [removals] };
  },
};
