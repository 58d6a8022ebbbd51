import type { Feature } from '../../feature.ts';
import { outboxRequests } from './contract.ts';

export const outbox: Feature<typeof outboxRequests> = {
  requests: outboxRequests,
  isBackground: true,
  async open(core) {
    const [{ outboxHandlers }, { deliveryReportLoop }, { sendLoop }, { hasNetwork }, { isRemote }, { outboxSubjects }] =
      await Promise.all([
        import('./handlers.ts'),
        import('./delivery-report-loop.ts'),
        import('./send-loop.ts'),
        import('../../base/machine.ts'),
        import('../../providers/open-provider.ts'),
        import('./send-subjects.ts'),
      ]);
    const deps = { ...core, db: core.mail };
    const { recordDeferred } = core.recorder;
    const reports = deliveryReportLoop({ ...deps, accounts: core.allAccounts });
    return {
      handlers: outboxHandlers(core),
      sendSubjects: outboxSubjects,
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
