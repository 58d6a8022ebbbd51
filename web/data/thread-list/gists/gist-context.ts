import { createContext, type ReactNode, useContext } from 'react';
import { valueAt } from '../../settings/setting-keys.ts';
import type { Settings } from '../../queries/settings.ts';

/** What the model wrote about listed conversations, by their ids; empty while lists show no gists. */
export type Gists = ReadonlyMap<string, ReactNode>;

export const noGists: Gists = new Map();

export const GistContext = createContext(noGists);

export function useGist(threadId: string): ReactNode {
  return useContext(GistContext).get(threadId);
}

/** Whether the user wants gists in lists. */
export function wantsGists({ values }: Settings): boolean {
  return valueAt(values, 'llm.list_gists') === true && valueAt(values, 'llm.enabled') === true;
}
