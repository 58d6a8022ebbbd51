import type { Feature } from '../../feature.ts';
import { changesRequests } from './contract.ts';

export const changes: Feature<typeof changesRequests> = {
  requests: changesRequests,
  isBackground: true,
  async open({ mail, clock }) {
    const [{ changesHandlers }, { removalsLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./removals-loop.ts'),
    ]);
    return { handlers: changesHandlers(), loops: [removalsLoop({ db: mail, clock })] };
  },
};
