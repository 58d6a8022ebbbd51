import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export type SavedSearch = Reply<'savedSearches', 'list'>['searches'][number];

export const savedSearchesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved-searches' satisfies Subject],
    queryFn: async ({ signal }) => (await api.savedSearches.list({}, signal)).searches,
  });
