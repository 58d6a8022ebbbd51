import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Job = Reply<'jobs', 'list'>['jobs'][number];

/** In milliseconds: some work tells of itself by its row alone. */
const pollIntervalMs = 1_500;

/** The newest long acts, newest first; asked for again and again while one of them goes on. */
export const jobsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['jobs' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.jobs.list({}, signal)).jobs,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollIntervalMs : false),
  });

export function isRunning({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
