import { createContext, type ReactNode, useContext } from 'react';
import type { SearchMatch } from '../../queries/search.ts';

/** `mark` says how the message was found, where that was not by words. */
export type RowMatch = SearchMatch & { mark?: ReactNode };

/** The matches of each listed message, by its id; empty in lists without a search. */
export const SearchMatchContext = createContext<ReadonlyMap<string, RowMatch>>(new Map());

export function useSearchMatch(messageId: string): RowMatch | undefined {
  return useContext(SearchMatchContext).get(messageId);
}
