import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export const blockedSendersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['blocked-senders' satisfies QueryRoot],
    queryFn: ({ signal }) => api.blockedSenders.list({}, signal),
  });
