import type { Feature } from '../../feature.ts';
import { messagesRequests } from './contract.ts';

export const messages: Feature<typeof messagesRequests> = {
  requests: messagesRequests,
  isBackground: true,
  async open(core) {
    const { senderCheckLoop } = await import('./sender-check-loop.ts');
    const { mail, config, workers, allAccounts, announceStored } = core;
    const checks = senderCheckLoop({
      ...core,
      db: mail,
      settings: () => config.current.authentication,
      verifier: workers.verifier,
      onChecked(id, message) {
        const account = allAccounts().find((each) => each.id === id);
        if (account) announceStored(account, { added: [], updated: [message], removed: [], announceNew: false });
      },
    });
    config.onChange(checks.notify);
    return { handlers: {}, loops: [checks], afterSync: checks.notify, onResume: checks.retry };
  },
  async readers(deps) {
    const { messagesReaders } = await import('./handlers.ts');
    return messagesReaders(deps);
  },
};
