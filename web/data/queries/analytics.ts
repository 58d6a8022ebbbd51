import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** The mail that a report counts: all accounts and all mail, unless they are set. */
export type ReportScope = { account_id: string | undefined; since_days: number | undefined };

export type StorageBucket = Reply<'analytics', 'storage'>['rows'][number];
export type LargestMessage = Reply<'analytics', 'largest'>['rows'][number];
export type StaleThread = Reply<'analytics', 'staleThreads'>['rows'][number];
export type ContactAsymmetry = Reply<'analytics', 'asymmetry'>['rows'][number];
export type ContactDecay = Reply<'analytics', 'decay'>['rows'][number];
export type ResponseTimes = Reply<'analytics', 'responseTime'>['summary'];
export type Wrapped = Reply<'analytics', 'wrapped'>['summary'];

export const groupings = ['sender', 'mimetype', 'label'] as const;
export type Grouping = (typeof groupings)[number] | 'year';

/** Rows that a page shows at the most; a table says so if there may be more. */
export const maxRows = 200;

const root = 'analytics' satisfies QueryRoot;
const kept = { placeholderData: keepPreviousData };

export const storageQuery = (api: Api, group_by: Grouping, scope: ReportScope) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'storage', group_by, scope],
    queryFn: async ({ signal }) => (await api.analytics.storage({ ...scope, group_by, limit: maxRows }, signal)).rows,
  });

export const largestQuery = (api: Api, scope: ReportScope) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'largest', scope],
    queryFn: async ({ signal }) => (await api.analytics.largest({ ...scope, limit: maxRows }, signal)).rows,
  });

/** Conversations that wait for a reply for three days or more. */
export const staleThreadsQuery = (api: Api, perspective: 'mine' | 'theirs', scope: ReportScope) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'stale-threads', perspective, scope],
    queryFn: async ({ signal }) => {
      const { account_id, since_days: within_days = 36_500 } = scope;
      const request = { account_id, perspective, older_than_days: 3, within_days, limit: maxRows };
      return (await api.analytics.staleThreads(request, signal)).rows;
    },
  });

export const asymmetryQuery = (api: Api, { account_id }: ReportScope) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'asymmetry', account_id],
    queryFn: async ({ signal }) => (await api.analytics.asymmetry({ account_id, limit: maxRows }, signal)).rows,
  });

export const decayQuery = (api: Api, { account_id }: ReportScope) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'decay', account_id],
    queryFn: async ({ signal }) => (await api.analytics.decay({ account_id, limit: maxRows }, signal)).rows,
  });

export const responseTimeQuery = (api: Api, direction: ResponseTimes['direction'], scope: ReportScope) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'response-time', direction, scope],
    queryFn: async ({ signal }) => (await api.analytics.responseTime({ ...scope, direction }, signal)).summary,
  });

/** The period is in unix seconds. */
export const wrappedQuery = (
  api: Api,
  period: { account_id: string | undefined; since_unix: number; until_unix: number },
) =>
  queryOptions({
    ...kept,
    queryKey: [root, 'wrapped', period],
    queryFn: async ({ signal }) => (await api.analytics.wrapped(period, signal)).summary,
  });
