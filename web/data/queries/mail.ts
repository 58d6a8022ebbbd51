import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import { mailboxRequest, pageSize } from '../mailbox-request.ts';
import type { MailboxLens, SearchSort } from '../lens.ts';

const rootKey = <S extends QueryRoot>(name: S, ...rest: unknown[]) => [name, ...rest];

/** In milliseconds. The user who goes back to a list within this time finds it as far down as it was loaded. */
const listGcMs = 30 * 60_000;

/** Pages of a mailbox, newest first. */
export const mailboxPages = (api: Api, lens: MailboxLens) =>
  infiniteQueryOptions({
    queryKey: rootKey('mailbox', lens),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.mailbox.list(mailboxRequest(lens, pageParam), signal),
    getNextPageParam: ({ mailbox }) => mailbox.next_cursor ?? undefined,
    gcTime: listGcMs,
  });

/** Pages of search results. */
export const searchPages = (api: Api, query: string, sort: SearchSort | undefined, account?: string) =>
  infiniteQueryOptions({
    queryKey: rootKey('search', query, sort, account),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.search.find(
        { q: query, sort, account_id: account, scope: 'threads', limit: pageSize, cursor: pageParam },
        signal,
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    enabled: query !== '',
    placeholderData: keepPreviousData,
    // Messages that are being indexed appear without a reload.
    refetchInterval: ({ state }) => (state.data?.pages.every(isFullyIndexed) === false ? indexingPollMs : false),
  });

/** In milliseconds. */
const indexingPollMs = 2_000;

function isFullyIndexed({ coverage: { indexed, stored } }: Reply<'search', 'find'>): boolean {
  return stored > 0 && indexed >= stored;
}

export const threadQuery = (api: Api, threadId: string) =>
  queryOptions({
    queryKey: rootKey('thread', threadId),
    queryFn: ({ signal }) => api.threads.get({ thread_id: threadId }, signal),
    staleTime: 5 * 60_000,
  });

export const headersQuery = (api: Api, messageId: string) =>
  queryOptions({
    queryKey: ['headers', messageId],
    queryFn: ({ signal }) => api.messages.headers({ message_id: messageId }, signal),
    staleTime: Infinity,
  });

export const shellQuery = (api: Api) =>
  queryOptions({ queryKey: rootKey('shell'), queryFn: ({ signal }) => api.client.shell({}, signal) });

export const accountsQuery = (api: Api) =>
  queryOptions({ queryKey: rootKey('accounts'), queryFn: ({ signal }) => api.accounts.list({}, signal) });

export const syncQuery = (api: Api) =>
  queryOptions({
    queryKey: rootKey('sync'),
    queryFn: async ({ signal }) => {
      const answer = await api.sync.status({}, signal);
      return answer.kind === 'SyncStatuses' ? answer.sync_statuses : [answer.sync];
    },
  });

const diskPollMs = 5_000;

export const statusQuery = (api: Api) =>
  queryOptions({
    queryKey: rootKey('status'),
    queryFn: ({ signal }) => api.admin.status({}, signal),
    // The end of a problem of the disk may cause no event.
    refetchInterval: ({ state }) => (state.data?.disk ? diskPollMs : false),
  });
