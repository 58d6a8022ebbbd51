import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Report = Reply<'diagnostics', 'report'>['report'];
export type Finding = Report['findings'][number];

/** The health of Posthorn, refetched after events. Fetching it runs all checks. */
export const reportQuery = (api: Api, deep: boolean) =>
  queryOptions({
    queryKey: deep ? ['diagnostics-whole'] : ['diagnostics' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.diagnostics.report({ deep }, signal)).report,
    ...(deep && { staleTime: Infinity }),
  });

/** Problems that need the user, checked from time to time while the diagnostics page is closed. */
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
