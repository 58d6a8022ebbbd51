import type { Feature } from '../../feature.ts';
import { messagesRequests } from './contract.ts';

export const messages: Feature<typeof messagesRequests> = {
  requests: messagesRequests,
  isBackground: true,
  async open(core) {
    const [{ senderCheckLoop }, { suspicionLoop }, { isJobRunning }, { afterMail }] = await Promise.all([
      import('./sender-check-loop.ts'),
      import('./suspicion-loop.ts'),
      import('../../mail/jobs/jobs.ts'),
      import('../../mail/events/after-mail.ts'),
    ]);
    const { mail, config, workers, allAccounts, announceStored } = core;
    const announceUpdated = (id: number, updated: number[]) => {
      const account = allAccounts().find((each) => each.id === id);
      if (account) announceStored(account, { added: [], updated, removed: [], announceNew: false });
    };
    const suspicions = suspicionLoop({
      ...core,
      db: mail,
      accounts: allAccounts,
      forwarders: () => config.current.authentication.forwarders,
      isStoring: () => !core.progress.isIdle() || isJobRunning(mail, 'import'),
      readSuspicions: (request) => workers.reader.ask('readSuspicions', request),
      onChanged: announceUpdated,
    });
    const checks = senderCheckLoop({
      ...core,
      db: mail,
      settings: () => config.current.authentication,
      verifier: workers.verifier,
      onChecked(account, message) {
        announceUpdated(account, [message]);
        suspicions.reassess(message);
      },
    });
    const notify = () => {
      checks.notify();
      suspicions.notify();
    };
    config.onChange(notify);
    core.events.subscribe((events) => {
      if (events.some(({ event }) => event === 'SyncCompleted')) suspicions.notify();
    });
    return {
      handlers: async () => (await import('./raw.ts')).messagesHandlers(core),
      loops: [checks, suspicions],
      afterSync: afterMail(notify),
      onResume: checks.retry,
    };
  },
  async readers(deps) {
    const { messagesReaders } = await import('./handlers.ts');
    return messagesReaders(deps);
  },
};
