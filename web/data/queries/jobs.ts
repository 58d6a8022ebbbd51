import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Job = Reply<'jobs', 'list'>['jobs'][number];

/** In milliseconds; some jobs report progress only in their rows. */
const pollIntervalMs = 1_500;

/** The newest jobs, newest first; refetched regularly while one of them runs. */
export const jobsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['jobs' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.jobs.list({}, signal)).jobs,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollIntervalMs : false),
  });

export function isRunning({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
