import type { Feature } from '../../feature.ts';
import { agentsRequests } from './contract.ts';

export const agents: Feature<typeof agentsRequests> = {
  requests: agentsRequests,
  async open(core) {
    const { agentsHandlers } = await import('./handlers.ts');
    return { handlers: agentsHandlers(core) };
  },
};
