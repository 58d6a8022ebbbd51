import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import type { Subject } from '../live-effects.ts';

/** Senders whose lists one can leave, by their newest mail, in pages. */
export const subscriptionPages = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['subscriptions' satisfies Subject],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api.subscriptions.list({ offset: pageParam }, signal),
    getNextPageParam: ({ next_offset }) => next_offset ?? undefined,
  });

/** How much mail of a sender there is to archive. */
export const purgeQuery = (api: Api, wish: { address: string; account_id: string }) =>
  queryOptions({
    queryKey: ['subscriptions' satisfies Subject, 'purge', wish],
    queryFn: ({ signal }) => api.subscriptions.purge({ ...wish, dry_run: true }, signal),
    staleTime: 0,
  });
