import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type MailImport = Reply<'import', 'list'>['imports'][number];

/** In milliseconds; the progress is polled. */
const pollIntervalMs = 1_000;

/** Running and finished imports, newest first. */
export const importsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['jobs' satisfies QueryRoot, 'imports'],
    queryFn: async ({ signal }) =>
      (await api.import.list({}, signal)).imports.filter(({ state }) => state !== 'collecting'),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollIntervalMs : false),
  });

/** The files that an import skipped. */
export const problemsQuery = (api: Api, import_id: string) =>
  queryOptions({
    queryKey: ['jobs' satisfies QueryRoot, 'imports', import_id],
    queryFn: async ({ signal }) => (await api.import.details({ import_id }, signal)).problems,
  });

export function isOpen({ state }: Pick<MailImport, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
