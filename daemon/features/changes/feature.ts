import type { Feature } from '../../feature.ts';
import { changesRequests } from './contract.ts';

export const changes: Feature<typeof changesRequests> = {
  requests: changesRequests,
  isBackground: true,
  async open({ mail, clock }) {
    const { removalsLoop } = await import('./removals-loop.ts');
    return {
      handlers: async () => (await import('./handlers.ts')).changesHandlers(),
      loops: [removalsLoop({ db: mail, clock })],
    };
  },
};
