import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';

export type ServerFilters = Reply<'serverFilters', 'get'>;
export type ServerFilter = ServerFilters['rules'][number];
/** What the user changes before it is saved. */
export type FilterDraft = Pick<ServerFilters, 'vacation' | 'rules'>;
export type FilterCondition = ServerFilter['conditions'][number];

/** The filters of an account, read from its mail server whenever the page opens. A refetch would discard what is typed. */
export const serverFiltersQuery = (api: Api, account_id: string) =>
  queryOptions({
    queryKey: ['server-filters', account_id],
    queryFn: ({ signal }) => api.serverFilters.get({ account_id }, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
