import type { Feature } from '../../feature.ts';
import { labelsRequests } from './contract.ts';

export const labels: Feature<typeof labelsRequests> = {
  requests: labelsRequests,
  async open(core) {
    const { labelsHandlers } = await import('./handlers.ts');
    return { handlers: labelsHandlers(core) };
  },
};
