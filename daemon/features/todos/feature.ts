import type { Feature } from '../../feature.ts';
import { todosRequests } from './contract.ts';

export const todos: Feature<typeof todosRequests> = {
  requests: todosRequests,
  isBackground: true,
  async open(core) {
    const [{ todosHandlers }, { todoLoop }, { activeDeliveries }, { commitmentModel }] = await Promise.all([
      import('./handlers.ts'),
      import('./todo-loop.ts'),
      import('../../mail/deliveries/record.ts'),
      import('../../mail/commitments/ask-model.ts'),
    ]);
    const { clock, workers } = core;
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
      commitmentModel: commitmentModel(core.models),
    });
    core.events.subscribe((events) => {
      if (events.some(({ event }) => event === 'DeliveriesUpdated')) loop.notify();
    });
    return {
      handlers: todosHandlers({ ...core, scan: loop.scan }),
      loops: [loop],
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
