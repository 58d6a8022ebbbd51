import type { Feature } from '../../feature.ts';
import { settingsRequests } from './contract.ts';

export const settings: Feature<typeof settingsRequests> = {
  requests: settingsRequests,
  async open(core) {
    const { settingsHandlers } = await import('./handlers.ts');
    return { handlers: settingsHandlers(core) };
  },
};
