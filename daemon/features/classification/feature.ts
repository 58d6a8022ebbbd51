import type { Feature } from '../../feature.ts';
import { classificationRequests } from './contract.ts';

export const classification: Feature<typeof classificationRequests> = {
  requests: classificationRequests,
  isBackground: true,
  async open(core) {
    const { recomputeLoop } = await import('./recompute-loop.ts');
    const { clock, log, mail: db, workers } = core;
    const readKinds = (messages: readonly number[]) => workers.reader.ask('readKinds', messages);
    const loop = recomputeLoop({ db, clock, log, readKinds });
    return {
      handlers: async () => (await import('./handlers.ts')).classificationHandlers({ clock, start: loop.start }),
      loops: [loop],
      cancel: loop.cancel,
    };
  },
  async readers(deps) {
    const { classificationReaders } = await import('./readers.ts');
    return classificationReaders(deps);
  },
};
