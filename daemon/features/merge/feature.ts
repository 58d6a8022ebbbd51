import type { Feature } from '../../feature.ts';
import { mergeRequests } from './contract.ts';

export const merge: Feature<typeof mergeRequests> = {
  requests: mergeRequests,
  isBackground: true,
  async open(core) {
    const { mergeLoop: createLoop } = await import('./loop.ts');
    const mergeLoop = createLoop({ ...core, write: core.mail });
    return {
      handlers: async () => (await import('./handlers.ts')).mergeHandlers({ ...core, mergeLoop }),
      loops: [mergeLoop],
      cancel: mergeLoop.cancel,
    };
  },
  async readers() {
    const { mergeReaders } = await import('./preview.ts');
    return mergeReaders();
  },
};
