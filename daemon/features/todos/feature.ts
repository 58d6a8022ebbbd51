import type { Feature } from '../../feature.ts';
import { todosRequests } from './contract.ts';

export const todos: Feature<typeof todosRequests> = {
  requests: todosRequests,
  isBackground: true,
  async open(core) {
    const [{ todoLoop }, { activeDeliveries }, { commitmentModel }, { commitmentLoop }] = await Promise.all([
      import('./todo-loop.ts'),
      import('../../mail/deliveries/record.ts'),
      import('../../mail/commitments/ask-model.ts'),
      import('./commitment-loop.ts'),
    ]);
    const { clock, workers } = core;
    const promises = commitmentLoop({
      ...core,
      db: core.mail,
      accounts: core.allAccounts,
      readCandidates: (messages) => workers.reader.ask('commitmentCandidates', messages),
    });
    core.config.onChange(promises.notify);
    const loop = todoLoop({
      ...core,
      db: core.mail,
      accounts: core.allAccounts,
      readTodos: (messages) => workers.reader.ask('readTodos', { messages, now: clock.now().getTime() }),
      findVerdicts: (messages) => {
        const { forwarders } = core.config.current.authentication;
        return workers.reader.ask('findVerdicts', { messages, forwarders });
      },
      deliveries: activeDeliveries,
      // After the transaction is committed.
      commitmentModel: commitmentModel(core.models, () => queueMicrotask(promises.notify)),
    });
    core.events.subscribe((events) => {
      if (events.some(({ event }) => event === 'DeliveriesUpdated')) loop.notify();
    });
    return {
      handlers: async () => (await import('./handlers.ts')).todosHandlers({ ...core, scan: loop.scan }),
      loops: [loop, promises],
      afterSync: loop.notify,
      afterMutation: loop.notify,
      cancel: loop.cancel,
    };
  },
  async readers(deps) {
    const { todosReaders } = await import('./readers.ts');
    return todosReaders(deps);
  },
};
