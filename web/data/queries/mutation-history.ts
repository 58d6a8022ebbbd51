import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';

/** The mutations of the last day, newest first, in pages. */
export const historyPages = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['history', 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.mutations.history({ limit: 100, cursor: pageParam }, signal),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** The number of mutations that wait for a server. */
export const waitingQuery = (api: Api) =>
  queryOptions({
    queryKey: ['history', 'waiting'],
    queryFn: async ({ signal }) => (await api.mutations.history({ limit: 1 }, signal)).waiting,
  });
