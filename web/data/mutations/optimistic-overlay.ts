import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Patch } from './query-patch.ts';

/**
 * Shows pending changes on top of the data of the daemon. Data that arrives meanwhile is patched too, because it may have
 * been read before or after the change.
 */
export type OptimisticOverlay = {
  add: (patch: Patch) => void;
  /** The daemon has made the change, and its data will include it. */
  confirm: (patch: Patch) => void;
  /** The daemon has not made the change: the data is shown without it, but with other pending changes. */
  rollBack: (patch: Patch) => void;
};

export function createOptimisticOverlay(client: QueryClient): OptimisticOverlay {
  const cache = client.getQueryCache();
  let pending: readonly Patch[] = [];
  /** The data of the daemon by query, as long as a change is shown on top of it. */
  const serverData = new Map<string, unknown>();
  /** Confirmed changes by query, while data is read that was perhaps requested before the daemon had made them. */
  const confirmedMeanwhile = new Map<string, readonly Patch[]>();

  const show = (key: QueryKey, data: unknown) => client.setQueryData(key, applyPatches(pending, key, data));

  function reapplyAll(): void {
    for (const query of loaded(cache.getAll())) {
      const data = serverData.has(query.queryHash) ? serverData.get(query.queryHash) : query.state.data;
      serverData.set(query.queryHash, data);
      show(query.queryKey, data);
    }
    if (pending.length === 0) serverData.clear();
  }

  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { queryHash, queryKey, state } = event.query;
    // The next data is requested after the changes, or none comes.
    if (event.action.type === 'fetch' || event.action.type === 'error') confirmedMeanwhile.delete(queryHash);
    // Manual data was set by the overlay itself.
    if (event.action.type !== 'success' || event.action.manual) return;
    const confirmed = confirmedMeanwhile.get(queryHash) ?? [];
    confirmedMeanwhile.delete(queryHash);
    if (pending.length + confirmed.length === 0) return;
    const data = applyPatches(confirmed, queryKey, state.data);
    if (pending.length > 0) serverData.set(queryHash, data);
    show(queryKey, data);
  });

  return {
    add(patch) {
      pending = [...pending, patch];
      reapplyAll();
    },
    confirm(patch) {
      for (const query of loaded(cache.getAll())) {
        const { queryHash, queryKey, state } = query;
        if (state.fetchStatus !== 'idle')
          confirmedMeanwhile.set(queryHash, [...(confirmedMeanwhile.get(queryHash) ?? []), patch]);
        if (serverData.has(queryHash)) serverData.set(queryHash, patch(queryKey, serverData.get(queryHash)));
      }
      pending = pending.filter((each) => each !== patch);
      reapplyAll();
    },
    rollBack(patch) {
      pending = pending.filter((each) => each !== patch);
      reapplyAll();
    },
  };
}

const patchedRoots = new Set<unknown>(['mailbox', 'now', 'modes', 'search', 'thread', 'shell']);

function loaded(queries: readonly Query[]): Query[] {
  return queries.filter(({ queryKey, state }) => patchedRoots.has(queryKey[0]) && state.data !== undefined);
}

function applyPatches(patches: readonly Patch[], key: QueryKey, data: unknown): unknown {
  return patches.reduce((before, patch) => patch(key, before), data);
}
