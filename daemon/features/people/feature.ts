import type { Feature } from '../../feature.ts';
import { peopleRequests } from './contract.ts';

export const people: Feature<typeof peopleRequests> = {
  requests: peopleRequests,
  async readers(deps) {
    const [{ peopleReaders }, { readRelationshipSummary }] = await Promise.all([
      import('./handlers.ts'),
      import('../../mail/assist/relationship-summaries.ts'),
    ]);
    return peopleReaders({ ...deps, summaries: { read: readRelationshipSummary } });
  },
};
