import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type LocalPage = Reply<'localPages', 'list'>['local_pages'][number];

/** The web pages of other programs on this computer that asked for the token, and what the user answered. */
export const localPagesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['local-pages' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.localPages.list({}, signal)).local_pages,
  });
