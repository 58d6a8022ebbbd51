import type { Feature } from '../../feature.ts';
import { repairRequests } from './contract.ts';

export const repair: Feature<typeof repairRequests> = {
  requests: repairRequests,
  async open({ storeGuard: { problem }, ...core }) {
    const { openRepair } = await import('./open-repair.ts');
    return { handlers: openRepair({ ...core, problem, isReadable: true }) };
  },
};
