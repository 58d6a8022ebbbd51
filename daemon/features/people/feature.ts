import type { Feature } from '../../feature.ts';
import { peopleRequests } from './contract.ts';

export const people: Feature<typeof peopleRequests> = {
  requests: peopleRequests,
  async readers(deps) {
    const { peopleReaders } = await import('./handlers.ts');
    return peopleReaders(deps);
  },
};
