import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Commitment = Reply<'commitments', 'list'>['commitments'][number];

/** The filters of the page, and of the request. */
export const commitmentStatuses = ['open', 'resolved', 'expired'] as const;
export type CommitmentStatus = (typeof commitmentStatuses)[number];

type Filter = {
  status?: CommitmentStatus | undefined;
  email?: string | undefined;
  account_id?: string | undefined;
  thread_id?: string | undefined;
};

/** They are stale whenever to-dos are. */
export const commitmentsQuery = (api: Api, { status, email, account_id, thread_id }: Filter) =>
  queryOptions({
    queryKey: ['modes' satisfies QueryRoot, 'commitments', status, email, account_id, thread_id],
    queryFn: ({ signal }) => api.commitments.list({ status, email, account_id, thread_id }, signal),
  });
