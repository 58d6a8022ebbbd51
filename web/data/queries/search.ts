import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import { searchPages } from './mail.ts';
import type { Lens } from '../lens.ts';

export type SearchReply = Reply<'search', 'find'>;
export type SearchMatch = SearchReply['matches'][number];
type SearchLens = Extract<Lens, { kind: 'search' }>;

/** Pages of search results with the matches of each. While the user types, the last word is a prefix. */
export const searchReplyPages = (api: Api, { query, sort, account }: SearchLens, isTyping: boolean) => {
  const pages = searchPages(api, query, sort, account);
  return infiniteQueryOptions({
    ...pages,
    queryKey: [...pages.queryKey, isTyping],
    queryFn: ({ pageParam, signal }) =>
      api.search.find(
        {
          q: query,
          sort,
          account_id: account,
          scope: 'threads',
          limit: isTyping ? typingPageSize : pageSize,
          cursor: pageParam,
          exact: !isTyping,
          matches: true,
          typing: isTyping,
        },
        signal,
      ),
  });
};

const typingPageSize = 30;
const pageSize = 100;
