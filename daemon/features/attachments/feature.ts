import type { Feature } from '../../feature.ts';
import { attachmentsRequests } from './contract.ts';

export const attachments: Feature<typeof attachmentsRequests> = {
  requests: attachmentsRequests,
  isBackground: true,
  async open(core) {
    const { openedFilesLoop } = await import('./opened-files.ts');
    return {
      handlers: async () => (await import('./handlers.ts')).attachmentsHandlers(core),
      loops: [openedFilesLoop({ clock: core.clock, folder: core.folders.attachments })],
    };
  },
};
