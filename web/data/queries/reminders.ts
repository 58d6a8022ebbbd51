import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export const remindersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['reminders' satisfies QueryRoot],
    queryFn: ({ signal }) => api.reminders.list({}, signal),
  });
