import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type RepairState = Reply<'repair', 'state'>;

/** Milliseconds between two requests while the page of repairs is open: the daemon restarts after a repair. */
const pollMs = 1_000;

/** The state of the mail database, and the progress of a repair. */
export const repairQuery = (api: Api) =>
  queryOptions({
    queryKey: ['repair' satisfies QueryRoot],
    queryFn: ({ signal }) => api.repair.state({}, signal),
    refetchInterval: pollMs,
    retry: false,
  });
