import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

const subject = 'invites' satisfies QueryRoot;

/** Future events, earliest first. */
export const upcomingQuery = (api: Api) =>
  queryOptions({
    queryKey: [subject, 'upcoming'],
    queryFn: ({ signal }) => api.invites.list({ upcoming: true }, signal),
  });
