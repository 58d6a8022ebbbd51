import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export const replyLaterQuery = (api: Api) =>
  queryOptions({
    queryKey: ['reply-later' satisfies QueryRoot],
    queryFn: ({ signal }) => api.replyLater.list({}, signal),
  });
