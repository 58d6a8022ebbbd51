import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';

export type ActivityEntry = Reply<'activity', 'list'>['entries'][number];

/** The kind of caller, as the page shows it. */
export const parties = ['people', 'scripts', 'agents', 'posthorn'] as const;
export type Party = (typeof parties)[number];

type Source = ActivityEntry['source'];

const sourcesOf: Record<Party, readonly Source[]> = {
  people: ['human', 'web', 'cli'],
  scripts: ['script'],
  agents: ['agent', 'mcp'],
  posthorn: ['daemon'],
};

export function partyOf(source: Source): Party {
  return parties.find((party) => sourcesOf[party].includes(source)) ?? 'people';
}

/** The filter of the activity log; `since` in unix milliseconds. */
export type ActivityFilter = {
  party: Party | undefined;
  action: string | undefined;
  since: number | undefined;
  query: string;
};

/** In milliseconds; new entries appear without a reload. */
const pollIntervalMs = 5_000;

export const activityPages = (api: Api, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'pages', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.activity.list({ ...inputOf(filter), include_redacted: true, limit: 100, cursor: pageParam }, signal),
    getNextPageParam: ({ next_cursor }) => (next_cursor ? `${next_cursor.ts},${next_cursor.id}` : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  });

function inputOf({ party, action, since, query }: ActivityFilter) {
  return { source: party && [...sourcesOf[party]], action, since, query: query.trim() || undefined };
}

/** The filter for an export of the same entries. */
export function filterOf({ party, action, since, query }: ActivityFilter) {
  const actions = action === undefined ? [] : [action];
  return {
    sources: party ? [...sourcesOf[party]] : [],
    actions,
    since,
    query: query.trim() || null,
    include_redacted: true,
  };
}

/** The number of entries by source, action or day, within the chosen time. */
export const activityStats = (api: Api, group_by: 'source' | 'action' | 'day', since: number | undefined) =>
  queryOptions({
    queryKey: ['activity', 'stats', group_by, since],
    queryFn: async ({ signal }) => {
      const { buckets } = await api.activity.stats({ group_by, since, include_redacted: true }, signal);
      return buckets;
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  });

export const activityStatus = (api: Api) =>
  queryOptions({
    queryKey: ['activity', 'status'],
    queryFn: ({ signal }) => api.activity.status({}, signal),
    refetchInterval: pollIntervalMs,
  });

/** The names of the tokens other than the owner's own. */
export const tokenNames = (api: Api) =>
  queryOptions({
    queryKey: ['activity', 'tokens'],
    queryFn: async ({ signal }) => {
      const { tokens } = await api.tokens.list({}, signal);
      return new Map(tokens.map(({ token_id, name }) => [token_id, name]));
    },
  });

/** The number of entries of each caller. */
export function countByParty(buckets: readonly { key: string; count: number }[]): Record<Party, number> {
  const counts: Record<Party, number> = { people: 0, scripts: 0, agents: 0, posthorn: 0 };
  for (const { key, count } of buckets) counts[partyOf(key as Source)] += count;
  return counts;
}
