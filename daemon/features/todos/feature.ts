import type { Feature } from '../../feature.ts';
import { todosRequests } from './contract.ts';

export const todos: Feature<typeof todosRequests> = {
  requests: todosRequests,
  async open(core) {
    const { todosHandlers } = await import('./handlers.ts');
    return { handlers: todosHandlers(core) };
  },
  async readers(deps) {
    const { todosReaders } = await import('./readers.ts');
    return todosReaders(deps);
  },
};
