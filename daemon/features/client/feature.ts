import type { Feature } from '../../feature.ts';
import { clientRequests } from './contract.ts';

export const client: Feature<typeof clientRequests> = {
  requests: clientRequests,
  async open({ config, progress, savedCounts, storeGuard, policy }) {
    const { clientHandlers } = await import('./handlers.ts');
    const language = () => ({ configured: config.current.ui.language, environment: process.env });
    return {
      handlers: clientHandlers({
        progress,
        language,
        savedCounts: savedCounts.known,
        isDegraded: () => storeGuard.problem() !== undefined,
        policy,
      }),
    };
  },
};
