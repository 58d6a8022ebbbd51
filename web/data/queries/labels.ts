import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type LabelRecord = Reply<'labels', 'list'>['labels'][number];

export const labelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['labels' satisfies QueryRoot],
    queryFn: ({ signal }) => api.labels.list({}, signal),
  });
