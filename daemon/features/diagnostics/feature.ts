import type { Feature } from '../../feature.ts';
import { diagnosticsRequests } from './contract.ts';

export const diagnostics: Feature<typeof diagnosticsRequests> = {
  requests: diagnosticsRequests,
  async open(core) {
    const [{ diagnosticsHandlers }, { doctorSources }, { createRepairers }] = await Promise.all([
      import('./handlers.ts'),
      import('./doctor-sources.ts'),
      import('./repairers.ts'),
    ]);
    return {
      handlers: diagnosticsHandlers({ ...core, doctor: doctorSources(core), repairers: createRepairers(core) }),
    };
  },
};
