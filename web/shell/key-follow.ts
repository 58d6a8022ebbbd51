import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '../api.ts';
import type { Subject } from '../live-effects.ts';
import { useParts } from '../parts.ts';
import { bindingsOf, keepBindings, type KeyBindings } from './key-bindings.ts';
import { keyStore } from './key-store.ts';

/** The keys in force, and what of keys.toml is wrong. */
export const keysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['keys' satisfies Subject],
    queryFn: ({ signal }) => api.keys.get({}, signal),
    staleTime: Infinity,
  });

/** Takes over the keys that the daemon says, and keeps them for the next first moment. */
export function useFollowedKeys(): void {
  const { api } = useParts();
  const { data } = useQuery(keysQuery(api));
  useEffect(() => {
    if (!data) return;
    keepBindings(localStorage, data);
    keyStore.set(bindingsOf(data));
  }, [data]);
  useBindings();
}

/** The keys in force; who asks is shown anew when they change. */
export function useBindings(): KeyBindings {
  return useSyncExternalStore(keyStore.subscribe, keyStore.current);
}
