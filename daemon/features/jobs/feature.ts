import type { Feature } from '../../feature.ts';
import { jobsRequests } from './contract.ts';

export const jobs: Feature<typeof jobsRequests> = {
  requests: jobsRequests,
  async open(core) {
    const [{ jobsHandlers }, { effectsOfUndo }] = await Promise.all([
      import('./handlers.ts'),
      import('../../mail/mutations/effects.ts'),
    ]);
    return { handlers: jobsHandlers({ ...core, effectsOfUndo, cancelWork: core.cancelJob }) };
  },
};
