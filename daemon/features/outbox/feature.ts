import type { Feature } from '../../feature.ts';
import { outboxRequests } from './contract.ts';

export const outbox: Feature<typeof outboxRequests> = {
  requests: outboxRequests,
  isBackground: true,
  async open(core) {
    const [{ deliveryReportLoop }, { sendLoop }, { hasNetwork }, { isRemote }] = await Promise.all([
      import('./delivery-report-loop.ts'),
      import('./send-loop.ts'),
      import('../../base/machine.ts'),
      import('../../providers/open-provider.ts'),
    ]);
    const deps = { ...core, db: core.mail };
    const { recordDeferred } = core.recorder;
    const reports = deliveryReportLoop({ ...deps, accounts: core.allAccounts });
    return {
      handlers: async () => (await import('./handlers.ts')).outboxHandlers(core),
      sendSubjects: async () => (await import('./send-subjects.ts')).outboxSubjects,
      loops: [reports],
      afterSync: reports.notify,
      accountPart(account, { provider, wake }) {
        const loop = sendLoop({
          ...deps,
          recordDeferred,
          account,
          provider,
          open: () => core.openSender(account),
          isReachable: () => !isRemote(core.configOf(account)) || hasNetwork(core.machine),
          requestSync: wake,
        });
        const { notify, onReachable } = loop;
        return { kind: 'send', loop, notify, onReachable, onNetworkChange: onReachable, onResume: notify };
      },
    };
  },
};
