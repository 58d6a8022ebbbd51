import type { Feature } from '../../feature.ts';
import { draftsRequests } from './contract.ts';

export const drafts: Feature<typeof draftsRequests> = {
  requests: draftsRequests,
  isBackground: true,
  async open(core) {
    const [{ draftLoop }, { discardedLoop }] = await Promise.all([
      import('./draft-loop.ts'),
      import('./discarded-loop.ts'),
    ]);
    const deps = { ...core, db: core.mail };
    return {
      handlers: async () => (await import('./handlers.ts')).draftsHandlers(core),
      loops: [discardedLoop(deps)],
      accountPart(account, { provider }) {
        const loop = draftLoop({ ...deps, account, provider });
        const { notify, serverReached: onReachable, passEnded: onPassEnd } = loop;
        return { kind: 'drafts', loop, notify, onReachable, onPassEnd };
      },
    };
  },
};
