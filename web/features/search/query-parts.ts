import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type SearchReply, searchReplyPages } from '../../data/queries/search.ts';
import { useServices } from '../../data/services.ts';
import type { SearchLens } from './saved/saved-search.ts';

/** A query in two parts: the words, which the search box shows, and the other conditions, which are shown as chips. */
export type QueryParts = { words: string; filters: string };

/** Splits a query at the clauses that the daemon found in it. */
export function partsOf(query: string, clauses: SearchReply['clauses']): QueryParts {
  const textOf = (isText: boolean) =>
    clauses
      .filter(({ is_text }) => is_text === isText)
      .map(({ position, length }) => query.slice(position, position + length))
      .join(' ');
  return { words: textOf(true), filters: textOf(false) };
}

/** The query of both parts. Alternatives are put in brackets, because the filters apply to each of them. */
export function joinParts({ words, filters }: QueryParts): string {
  const plain = words.trim();
  if (plain === '' || filters === '') return plain || filters;
  const outside = plain.replace(/"[^"]*"?|\([^)]*\)|\{[^}]*\}/g, '');
  return /(?:^|\s)OR(?:\s|$)/i.test(outside) ? `(${plain}) ${filters}` : `${plain} ${filters}`;
}

/** The parts of the query of a search. Until its answer is there, and if it cannot be parsed, all of it is words. */
export function useQueryParts(lens: Pick<SearchLens, 'query' | 'sort' | 'account'>): QueryParts {
  const { api } = useServices();
  const { query } = lens;
  const pages = searchReplyPages(api, { kind: 'search', ...lens }, false);
  const { data } = useInfiniteQuery({ ...pages, enabled: false, placeholderData: undefined });
  const clauses = data?.pages[0]?.clauses;
  return useMemo(() => (clauses ? partsOf(query, clauses) : { words: query, filters: '' }), [query, clauses]);
}
