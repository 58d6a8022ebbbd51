import type { Feature } from '../../feature.ts';
import { peopleRequests } from './contract.ts';

export const people: Feature<typeof peopleRequests> = {
  requests: peopleRequests,
  async readers(deps) {
    const [{ peopleReaders }, { noSummaries }] = await Promise.all([
      import('./handlers.ts'),
      import('../../mail/relationships/summary.ts'),
    ]);
    return peopleReaders({ ...deps, summaries: noSummaries });
  },
};
