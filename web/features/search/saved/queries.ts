import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../../api/client.ts';
import type { QueryRoot } from '../../../api/query-invalidation.ts';

export type SavedSearch = Reply<'savedSearches', 'list'>['searches'][number];

export const savedSearchesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved-searches' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.savedSearches.list({}, signal)).searches,
  });
