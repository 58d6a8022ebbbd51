import type { Feature } from '../../feature.ts';
import { rulesRequests } from './contract.ts';

export const rules: Feature<typeof rulesRequests> = {
  requests: rulesRequests,
  isBackground: true,
  async open(core) {
    const [{ rulesHandlers }, { ruleLoop }, { hookLoop }, { settleLogs }, { pausedEvent }] = await Promise.all([
      import('./handlers.ts'),
      import('./loop.ts'),
      import('./hooks/hook-loop.ts'),
      import('../../mail/rules/settle-logs.ts'),
      import('../../mail/rules/rule-events.ts'),
    ]);
    const hooks = hookLoop({ ...core, timeout: () => core.config.current.general.hook_timeout });
    core.ruleFiring.setOnHooks(hooks.notify);
    return {
      handlers: rulesHandlers(core),
      loops: [ruleLoop({ ...core, firing: core.ruleFiring }), hooks],
      afterMutation({ completed }) {
        const paused = settleLogs({ db: core.mail, clock: core.clock }, completed);
        for (const rule of paused) core.announce(pausedEvent(rule, core.allAccounts()));
      },
    };
  },
  async readers(deps) {
    const { rulesReaders } = await import('./readers.ts');
    return rulesReaders(deps);
  },
};
