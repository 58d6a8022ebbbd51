import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** Stale after a minute, because choices such as "tonight" expire. */
export const presetsQuery = (api: Api) =>
  queryOptions({ queryKey: ['presets'], queryFn: ({ signal }) => api.snooze.presets({}, signal), staleTime: 60_000 });

export const snoozedQuery = (api: Api) =>
  queryOptions({
    queryKey: ['snoozed' satisfies QueryRoot],
    queryFn: ({ signal }) => api.snooze.list({}, signal),
  });
