import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import type { Subject } from '../live-effects.ts';

/** What the mail of an account tells of somebody. */
export const senderQuery = (api: Api, accountId: string, email: string) =>
  queryOptions({
    queryKey: ['people' satisfies Subject, accountId, email],
    queryFn: ({ signal }) => api.people.sender({ account_id: accountId, email }, signal),
    staleTime: 60_000,
  });
