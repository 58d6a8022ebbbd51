import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Report = Reply<'diagnostics', 'report'>['report'];
export type Finding = Report['findings'][number];

/** How things are, looked at again whenever something happens; a look through everything is made when it is asked for. */
export const reportQuery = (api: Api, deep: boolean) =>
  queryOptions({
    queryKey: deep ? ['diagnostics-whole'] : ['diagnostics' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.diagnostics.report({ deep }, signal)).report,
    ...(deep && { staleTime: Infinity }),
  });

/** What may stand in somebody's way, looked at now and then while nobody looks at the page of diagnostics. */
export const quickReportQuery = (api: Api) =>
  queryOptions({
    queryKey: ['diagnostics-quick'],
    queryFn: async ({ signal }) => (await api.diagnostics.report({}, signal)).report,
    staleTime: 5 * 60_000,
  });

export const bugReportQuery = (api: Api) =>
  queryOptions({
    queryKey: ['bug-report'],
    queryFn: async ({ signal }) => (await api.diagnostics.bugReport({}, signal)).content,
    gcTime: 0,
    staleTime: Infinity,
  });
