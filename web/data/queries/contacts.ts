import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export const contactsQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ['people' satisfies QueryRoot, 'contacts', q],
    queryFn: ({ signal }) => api.people.autocomplete({ q, limit: 8 }, signal),
    placeholderData: keepPreviousData,
  });

/** Suggested further recipients of a session; refetched when its recipients change. */
export const collaboratorsQuery = (api: Api, draftPath: string, recipients: string) =>
  queryOptions({
    // No event makes it stale, and its session may end at any moment.
    queryKey: ['collaborators', draftPath, recipients],
    queryFn: async ({ signal }) => (await api.compose.collaborators({ draft_path: draftPath }, signal)).suggestions,
    staleTime: Infinity,
  });
