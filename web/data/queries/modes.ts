import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import { currentTime } from '../../api/clock.ts';
import { Refusal } from '../../api/session.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import type { ModeKind } from '../lens.ts';

export type NowData = Reply<'modes', 'now'>['now'];
export type RailEntry = Reply<'modes', 'rail'>['rail']['entries'][number];
export type Guide = Reply<'modes', 'guide'>['guides'][number];
export type Todo = Reply<'todos', 'list'>['todos'][number];

/** In milliseconds: timers of browsers are limited to 24 days. */
const longestWaitMs = 86_400_000;
/** In milliseconds: how soon the page asks again if the moment has not come for the daemon. */
const lateClockMs = 30_000;

/** What needs the user now. It is refetched after events, and when time alone changes it. */
export const nowQuery = (api: Api) =>
  queryOptions({
    queryKey: ['now' satisfies QueryRoot],
    queryFn: ({ signal }) => api.modes.now({}, signal),
    refetchInterval: ({ state }) => waitUntil(state.data?.now.next_at),
  });

function waitUntil(instant: string | undefined): number | false {
  if (instant === undefined) return false;
  // A second later, because clocks may differ slightly. The daemon’s clock may also be behind.
  const wait = Date.parse(instant) - currentTime() + 1_000;
  return wait > 0 ? Math.min(longestWaitMs, wait) : lateClockMs;
}

/** Now, the modes and the inbox with their counts, and the places behind “More”. */
export const railQuery = (api: Api) =>
  queryOptions({ queryKey: ['rail' satisfies QueryRoot], queryFn: ({ signal }) => api.modes.rail({}, signal) });

/** Pages of the conversations that a mode holds. */
export const modePages = (api: Api, mode: ModeKind) =>
  infiniteQueryOptions({
    queryKey: ['modes' satisfies QueryRoot, 'threads', mode],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.modes.threads({ mode, cursor: pageParam }, signal),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** What explains Now and the modes. It changes only with what the user has seen of it. */
export const guidesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['guides' satisfies QueryRoot],
    queryFn: async ({ signal }) => (await api.modes.guide({}, signal)).guides,
    staleTime: Infinity,
  });

/** To-dos in one state, the latest first. */
export const todoPages = (api: Api, state: 'open' | 'postponed') =>
  infiniteQueryOptions({
    queryKey: ['modes' satisfies QueryRoot, 'todos', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.todos.list({ state, cursor: pageParam }, signal),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

/** The modes that hold a conversation, and why. */
export const membershipQuery = (api: Api, threadId: string) =>
  queryOptions({
    queryKey: ['modes' satisfies QueryRoot, 'membership', threadId],
    queryFn: async ({ signal }) => (await api.modes.membership({ thread_id: threadId }, signal)).threads[0] ?? null,
  });

/** What a received message is, and why; null where it is not classified. */
export const classificationQuery = (api: Api, messageId: string) =>
  queryOptions({
    queryKey: ['modes' satisfies QueryRoot, 'classification', messageId],
    queryFn: async ({ signal }) => {
      try {
        return (await api.classification.get({ message_id: messageId }, signal)).classification;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_classified') return null;
        throw error;
      }
    },
  });
