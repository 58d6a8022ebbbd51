import type { Feature } from '../../feature.ts';
import { exportsRequests } from './contract.ts';

export const exports: Feature<typeof exportsRequests> = {
  requests: exportsRequests,
  isBackground: true,
  async open(core) {
    const [{ exportLoop }, { exportReader, missingRangeFetcher }] = await Promise.all([
      import('./loop.ts'),
      import('./read-messages.ts'),
    ]);
    const { clock, folders, read, mail } = core;
    const reader = exportReader({ reader: core.workers.reader, clock, cacheFolder: folders.attachments });
    const fetchMissing = missingRangeFetcher({ ...core, db: read });
    const loop = exportLoop({ ...core, ...reader, write: mail, fetchMissing, folder: folders.downloads });
    return {
      handlers: async () => (await import('./handlers.ts')).exportsHandlers({ clock, ...reader, exportLoop: loop }),
      loops: [loop],
      cancel: loop.cancel,
    };
  },
};
