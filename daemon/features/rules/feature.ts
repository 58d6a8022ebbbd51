import type { Feature } from '../../feature.ts';
import { rulesRequests } from './contract.ts';

export const rules: Feature<typeof rulesRequests> = {
  requests: rulesRequests,
  isBackground: true,
  async open(core) {
    const [{ ruleLoop }, { hookLoop }, { settleLogs }, { pausedEvent }, { followLabelNames }] = await Promise.all([
      import('./loop.ts'),
      import('./hooks/hook-loop.ts'),
      import('../../mail/rules/settle-logs.ts'),
      import('../../mail/rules/rule-events.ts'),
      import('../../mail/rules/label-names.ts'),
    ]);
    const hooks = hookLoop({ ...core, timeout: () => core.config.current.general.hook_timeout });
    core.ruleFiring.setOnHooks(hooks.notify);
    return {
      handlers: async () =>
        (await import('./handlers.ts')).rulesHandlers({
          ...core,
          matchPeriod: (request) => core.workers.rules.ask('matchPeriod', request),
        }),
      loops: [ruleLoop({ ...core, firing: core.ruleFiring }), hooks],
      afterMutation({ completed, relabelledAccounts = [] }) {
        if (relabelledAccounts.length > 0) core.mail.transaction(() => followLabelNames(core.mail));
        const paused = settleLogs({ db: core.mail, clock: core.clock }, completed);
        for (const rule of paused) core.announce(pausedEvent(rule, core.allAccounts()));
      },
    };
  },
};
