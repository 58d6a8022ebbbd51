import type { Feature } from '../../feature.ts';
import { todosRequests } from './contract.ts';

export const todos: Feature<typeof todosRequests> = {
  requests: todosRequests,
  isBackground: true,
  async open(core) {
    const [{ todosHandlers }, { todoLoop }, { noDeliveries }] = await Promise.all([
      import('./handlers.ts'),
      import('./todo-loop.ts'),
      import('../../mail/todos/deliveries.ts'),
    ]);
    const { clock, workers } = core;
    const loop = todoLoop({
      ...core,
      db: core.mail,
      accounts: core.allAccounts,
      readTodos: (messages) => workers.reader.ask('readTodos', { messages, now: clock.now().getTime() }),
      deliveries: noDeliveries,
    });
    return {
      handlers: todosHandlers({ ...core, scan: loop.scan }),
      loops: [loop],
      afterSync: loop.notify,
      // Deliveries may have changed.
      afterMutation: loop.notify,
      cancel: loop.cancel,
    };
  },
  async readers(deps) {
    const { todosReaders } = await import('./readers.ts');
    return todosReaders(deps);
  },
};
