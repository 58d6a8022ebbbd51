import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import { useServices } from '../services.ts';
import { bindingsOf, storeBindings, type KeyBindings } from '../../keyboard/bindings.ts';
import { bindingStore } from '../../keyboard/binding-store.ts';

/** The keys in force, and what of keys.toml is wrong. */
export const keysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['keys' satisfies QueryRoot],
    queryFn: ({ signal }) => api.keys.get({}, signal),
    staleTime: Infinity,
  });

/** Takes over the keys that the daemon says, and keeps them for the next first moment. */
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

/** The keys in force; who asks is shown anew when they change. */
export function useBindings(): KeyBindings {
  return useSyncExternalStore(bindingStore.subscribe, bindingStore.current);
}
