import type { Feature } from '../../feature.ts';
import { mergeRequests } from './contract.ts';

export const merge: Feature<typeof mergeRequests> = {
  requests: mergeRequests,
  isBackground: true,
  async open(core) {
    const [{ mergeHandlers }, { mergeLoop: createLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./loop.ts'),
    ]);
    const mergeLoop = createLoop({ ...core, write: core.mail });
    return { handlers: mergeHandlers({ ...core, mergeLoop }), loops: [mergeLoop], cancel: mergeLoop.cancel };
  },
  async readers() {
    const { mergeReaders } = await import('./preview.ts');
    return mergeReaders();
  },
};
