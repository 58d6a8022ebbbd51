import type { Feature } from '../../feature.ts';
import { approvalsRequests } from './contract.ts';

export const approvals: Feature<typeof approvalsRequests> = {
  requests: approvalsRequests,
  isBackground: true,
  async open(core) {
    const [{ approvalsHandlers }, { approvalsLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./loop.ts'),
    ]);
    const loop = approvalsLoop({ ...core, db: core.mail, undoSeconds: () => core.config.current.send.undo_seconds });
    return { handlers: approvalsHandlers({ ...core, notify: loop.notify }), loops: [loop], onResume: loop.notify };
  },
};
