import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import { useServices } from '../services.ts';
import { bindingsOf, storeBindings, type KeyBindings } from '../../keyboard/bindings.ts';
import { bindingStore } from '../../keyboard/binding-store.ts';

/** The key bindings in force, and the errors of keys.toml. */
export const keysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['keys' satisfies QueryRoot],
    queryFn: ({ signal }) => api.keys.get({}, signal),
    staleTime: Infinity,
  });

/** Applies the key bindings of the daemon, and stores them for the start of the page. */
export function useSyncedBindings(): void {
  const { api } = useServices();
  const { data } = useQuery(keysQuery(api));
  useEffect(() => {
    if (!data) return;
    storeBindings(localStorage, data);
    bindingStore.set(bindingsOf(data));
  }, [data]);
  useBindings();
}

/** The key bindings in force; the component renders again when they change. */
export function useBindings(): KeyBindings {
  return useSyncExternalStore(bindingStore.subscribe, bindingStore.current);
}
