import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** Senders of lists that can be unsubscribed, by their newest mail, in pages. */
export const subscriptionPages = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['subscriptions' satisfies QueryRoot],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api.subscriptions.list({ offset: pageParam }, signal),
    getNextPageParam: ({ next_offset }) => next_offset ?? undefined,
  });

/** When the sender of a list was successfully asked to unsubscribe the user, among the lists with the newest mail. */
export const unsubscribedAtQuery = (api: Api, { email, accountId }: { email: string; accountId: string }) =>
  queryOptions({
    queryKey: ['subscriptions' satisfies QueryRoot, 'of', accountId],
    queryFn: ({ signal }) => api.subscriptions.list({ account_id: accountId }, signal),
    staleTime: 5 * 60_000,
    select: ({ subscriptions }) => {
      const asked = subscriptions.find(({ sender_email }) => sender_email === email.toLowerCase())?.asked;
      return asked?.state === 'done' ? asked.asked_at : null;
    },
  });

/** The number of messages of a sender that can be archived. */
export const purgeQuery = (api: Api, request: { address: string; account_id: string }) =>
  queryOptions({
    queryKey: ['subscriptions' satisfies QueryRoot, 'purge', request],
    queryFn: ({ signal }) => api.subscriptions.purge({ ...request, dry_run: true }, signal),
    staleTime: 0,
  });
