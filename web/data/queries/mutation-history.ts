import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';

/** What was done in the last day, newest first, in pages. */
export const historyPages = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['history', 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.mutations.history({ limit: 100, cursor: pageParam }, signal),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** How much of what was done waits for a server to be told. */
export const waitingQuery = (api: Api) =>
  queryOptions({
    queryKey: ['history', 'waiting'],
    queryFn: async ({ signal }) => (await api.mutations.history({ limit: 1 }, signal)).waiting,
  });
