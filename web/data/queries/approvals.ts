import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Approval = Reply<'approvals', 'get'>['approval'];
export type Approvals = { waiting: Approval[]; decided: Approval[] };

/** How many ended approvals are shown. */
const decidedLimit = 30;

/** The requests of agents that wait, the oldest first, and those that were decided of late. */
export const approvalsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['approvals' satisfies QueryRoot],
    async queryFn({ signal }): Promise<Approvals> {
      const [pending, decided] = await Promise.all([
        api.approvals.list({ which: 'pending', limit: 200 }, signal),
        api.approvals.list({ which: 'decided', limit: decidedLimit }, signal),
      ]);
      const isWaiting = ({ status }: Approval) => status === 'pending';
      const expired = pending.approvals.filter((each) => !isWaiting(each));
      return {
        waiting: pending.approvals.filter(isWaiting).toReversed(),
        decided: [...expired, ...decided.approvals],
      };
    },
  });

/** Whether all agents are paused. */
export const agentsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'agents'],
    queryFn: ({ signal }) => api.agents.get({}, signal),
  });
