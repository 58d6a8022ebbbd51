import type { Feature } from '../../feature.ts';
import { attachmentsRequests } from './contract.ts';

export const attachments: Feature<typeof attachmentsRequests> = {
  requests: attachmentsRequests,
  isBackground: true,
  async open(core) {
    const [{ attachmentsHandlers }, { openedFilesLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./opened-files.ts'),
    ]);
    return {
      handlers: attachmentsHandlers(core),
      loops: [openedFilesLoop({ clock: core.clock, folder: core.folders.attachments })],
    };
  },
};
