import { createContext, useContext } from 'react';
import type { SearchMatch } from '../../queries/search.ts';

/** The matches of each listed message, by its id; empty in lists without a search. */
export const SearchMatchContext = createContext<ReadonlyMap<string, SearchMatch>>(new Map());

export function useSearchMatch(messageId: string): SearchMatch | undefined {
  return useContext(SearchMatchContext).get(messageId);
}
