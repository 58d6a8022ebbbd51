import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type DraftSummary = Reply<'drafts', 'list'>['drafts'][number];

export const draftsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['drafts' satisfies QueryRoot],
    queryFn: ({ signal }) => api.drafts.list({}, signal),
  });

export const discardedQuery = (api: Api) =>
  queryOptions({
    queryKey: ['drafts' satisfies QueryRoot, 'discarded'],
    queryFn: ({ signal }) => api.drafts.discarded({}, signal),
  });
