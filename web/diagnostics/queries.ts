import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export type Report = Reply<'diagnostics', 'report'>['report'];
export type Finding = Report['findings'][number];

/** How things are, looked at again whenever something happens; a look through everything is made when it is asked for. */
export const reportQuery = (api: Api, deep: boolean) =>
  queryOptions({
    queryKey: deep ? ['diagnostics-whole'] : ['diagnostics' satisfies Subject],
    queryFn: async ({ signal }) => (await api.diagnostics.report({ deep }, signal)).report,
    ...(deep && { staleTime: Infinity }),
  });

export const bugReportQuery = (api: Api) =>
  queryOptions({
    queryKey: ['bug-report'],
    queryFn: async ({ signal }) => (await api.diagnostics.bugReport({}, signal)).content,
    gcTime: 0,
    staleTime: Infinity,
  });
