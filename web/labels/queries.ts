import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export type LabelRecord = Reply<'labels', 'list'>['labels'][number];

export const labelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['labels' satisfies Subject],
    queryFn: ({ signal }) => api.labels.list({}, signal),
  });
