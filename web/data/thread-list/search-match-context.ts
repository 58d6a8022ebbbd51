import { createContext, useContext } from 'react';
import type { SearchMatch } from '../queries/search.ts';

/** Why each message of the list was found, by its id; empty in lists that no search made. */
export const SearchMatchContext = createContext<ReadonlyMap<string, SearchMatch>>(new Map());

export function useSearchMatch(messageId: string): SearchMatch | undefined {
  return useContext(SearchMatchContext).get(messageId);
}
