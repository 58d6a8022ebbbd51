import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import { searchPages } from './mail.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import type { Lens } from '../lens.ts';

export type SearchReply = Reply<'search', 'find'>;
export type SearchMatch = SearchReply['matches'][number];
type SearchLens = Extract<Lens, { kind: 'search' }>;

/**
 * Pages of search results with the matches of each; a large total is a lower bound. While the user types, the last word is
 * a prefix. With `isByMeaning`, messages with a similar meaning are found, too.
 */
export const searchReplyPages = (
  api: Api,
  { query, sort, account }: SearchLens,
  isTyping: boolean,
  isByMeaning = false,
) => {
  const pages = searchPages(api, query, sort, account);
  return infiniteQueryOptions({
    ...pages,
    queryKey: [...pages.queryKey, isTyping, isByMeaning],
    queryFn: ({ pageParam, signal }) =>
      api.search.find(
        {
          q: query,
          sort,
          account_id: account,
          scope: 'threads',
          limit: isTyping ? typingPageSize : pageSize,
          cursor: pageParam,
          exact: false,
          matches: true,
          typing: isTyping,
          ...(isByMeaning && { mode: 'hybrid' as const }),
        },
        signal,
      ),
  });
};

/** The exact number of conversations that a search finds. It is asked for after the rows, so that they come first. */
export const searchTotalQuery = (api: Api, { query, account }: Pick<SearchLens, 'query' | 'account'>) =>
  queryOptions({
    queryKey: ['search' satisfies QueryRoot, 'total', query, account],
    queryFn: async ({ signal }) =>
      (await api.search.find({ q: query, account_id: account, scope: 'threads', limit: 1, exact: true }, signal)).total,
  });

const typingPageSize = 30;
const pageSize = 100;
