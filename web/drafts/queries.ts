import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export type DraftSummary = Reply<'drafts', 'list'>['drafts'][number];

export const draftsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['drafts' satisfies Subject],
    queryFn: ({ signal }) => api.drafts.list({}, signal),
  });

export const discardedQuery = (api: Api) =>
  queryOptions({
    queryKey: ['drafts' satisfies Subject, 'discarded'],
    queryFn: ({ signal }) => api.drafts.discarded({}, signal),
  });
