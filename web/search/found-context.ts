import { createContext, useContext } from 'react';
import type { Match } from './queries.ts';

/** Why each message of the list was found, by its id; empty in lists that no search made. */
export const FoundContext = createContext<ReadonlyMap<string, Match>>(new Map());

export function useMatch(messageId: string): Match | undefined {
  return useContext(FoundContext).get(messageId);
}
