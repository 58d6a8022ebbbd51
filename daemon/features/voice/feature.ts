import type { Feature } from '../../feature.ts';
import { voiceRequests } from './contract.ts';

export const voice: Feature<typeof voiceRequests> = {
  requests: voiceRequests,
  async open(core) {
    const { voiceFeature } = await import('./handlers.ts');
    const { workers, mail: db, clock, announce } = core;
    return voiceFeature({
      db,
      clock,
      announce,
      readMessages: (messages) => workers.reader.ask('readableMessages', messages),
    });
  },
};
