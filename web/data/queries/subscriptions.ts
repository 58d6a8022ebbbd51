import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** Senders whose lists one can leave, by their newest mail, in pages. */
export const subscriptionPages = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['subscriptions' satisfies QueryRoot],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api.subscriptions.list({ offset: pageParam }, signal),
    getNextPageParam: ({ next_offset }) => next_offset ?? undefined,
  });

/** How much mail of a sender there is to archive. */
export const purgeQuery = (api: Api, request: { address: string; account_id: string }) =>
  queryOptions({
    queryKey: ['subscriptions' satisfies QueryRoot, 'purge', request],
    queryFn: ({ signal }) => api.subscriptions.purge({ ...request, dry_run: true }, signal),
    staleTime: 0,
  });
