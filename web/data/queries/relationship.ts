import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Relationship = NonNullable<Reply<'relationships', 'get'>['profile']>;

type Person = { accountId: string; email: string };

export const relationshipQuery = (api: Api, { accountId, email }: Person) =>
  queryOptions({
    queryKey: ['people' satisfies QueryRoot, 'relationship', accountId, email],
    queryFn: ({ signal }) => api.relationships.get({ account_id: accountId, email }, signal),
  });

/** The newest messages or files that a search of one account finds. */
export const newestQuery = (
  api: Api,
  {
    accountId,
    query,
    scope,
    limit,
  }: { accountId: string; query: string; scope: 'messages' | 'attachments'; limit: number },
) =>
  queryOptions({
    queryKey: ['search' satisfies QueryRoot, 'newest', accountId, query, scope, limit],
    queryFn: async ({ signal }) => {
      const reply = await api.search.find({ q: query, account_id: accountId, scope, sort: 'newest', limit }, signal);
      return { rows: reply.groups.flatMap(({ rows }) => rows), total: reply.total };
    },
  });
