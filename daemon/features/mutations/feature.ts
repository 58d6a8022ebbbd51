import type { Feature } from '../../feature.ts';
import { mutationsRequests } from './contract.ts';

export const mutations: Feature<typeof mutationsRequests> = {
  requests: mutationsRequests,
  isBackground: true,
  async open(core) {
    const [{ journalLoop }, { pushLoop }] = await Promise.all([import('./journal-loop.ts'), import('./push-loop.ts')]);
    const deps = { ...core, db: core.mail };
    const journal = journalLoop({ ...deps, accounts: core.allAccounts });
    return {
      handlers: async () => (await import('./handlers.ts')).mutationsHandlers(core),
      loops: [journal],
      afterMutation({ hasUnsettled }) {
        if (hasUnsettled) journal.notify();
      },
      onRetry: journal.notify,
      accountPart(account, { provider, wake }) {
        const loop = pushLoop({ ...deps, account, provider, requestSync: wake });
        return { kind: 'push', loop, notify: loop.notify, onReachable: loop.onReachable };
      },
    };
  },
};
