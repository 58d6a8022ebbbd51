import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export const remindersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['reminders' satisfies Subject],
    queryFn: ({ signal }) => api.reminders.list({}, signal),
  });
