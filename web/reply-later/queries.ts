import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export const replyLaterQuery = (api: Api) =>
  queryOptions({
    queryKey: ['reply-later' satisfies Subject],
    queryFn: ({ signal }) => api.replyLater.list({}, signal),
  });
