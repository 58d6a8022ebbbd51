import type { Feature } from '../../feature.ts';
import { approvalsRequests } from './contract.ts';

export const approvals: Feature<typeof approvalsRequests> = {
  requests: approvalsRequests,
  isBackground: true,
  async open(core) {
    const { approvalsLoop } = await import('./loop.ts');
    const loop = approvalsLoop({ ...core, db: core.mail, undoSeconds: () => core.config.current.send.undo_seconds });
    return {
      handlers: async () => (await import('./handlers.ts')).approvalsHandlers({ ...core, notify: loop.notify }),
      loops: [loop],
      onResume: loop.notify,
    };
  },
};
