import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../api.ts';
import { type Lens, searchPages } from '../queries.ts';

export type Found = Reply<'search', 'find'>;
export type Match = Found['matches'][number];
type SearchLens = Extract<Lens, { kind: 'search' }>;

/** Pages of what a search finds, with why each was found. While one types, the last word may go on. */
export const foundPages = (api: Api, { query, sort, account }: SearchLens, isTyping: boolean) => {
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
          limit: isTyping ? typedPage : settledPage,
          cursor: pageParam,
          exact: !isTyping,
          matches: true,
          typing: isTyping,
        },
        signal,
      ),
  });
};

const typedPage = 30;
const settledPage = 100;
