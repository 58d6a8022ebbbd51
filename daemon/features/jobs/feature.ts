import type { Feature } from '../../feature.ts';
import { jobsRequests } from './contract.ts';

export const jobs: Feature<typeof jobsRequests> = {
  requests: jobsRequests,
  async open(core) {
    const { jobsHandlers } = await import('./handlers.ts');
    return { handlers: jobsHandlers({ ...core, cancelWork: core.cancelJob }) };
  },
};
