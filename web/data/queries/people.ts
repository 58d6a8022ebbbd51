import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type SenderProfile = NonNullable<Reply<'people', 'sender'>['profile']>;

/** Facts about a sender from the mail of an account. */
export const senderQuery = (api: Api, accountId: string, email: string) =>
  queryOptions({
    queryKey: ['people' satisfies QueryRoot, accountId, email],
    queryFn: ({ signal }) => api.people.sender({ account_id: accountId, email }, signal),
    staleTime: 60_000,
  });
