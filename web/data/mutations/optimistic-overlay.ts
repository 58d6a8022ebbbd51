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
    if (pending.length === 0 || event.type !== 'updated' || event.action.type !== 'success') return;
    // This data was set by the overlay itself.
    if (event.action.manual) return;
    serverData.set(event.query.queryHash, event.query.state.data);
    show(event.query.queryKey, event.query.state.data);
  });

  return {
    add(patch) {
      pending = [...pending, patch];
      reapplyAll();
    },
    confirm(patch) {
      for (const query of loaded(cache.getAll())) {
        const { queryHash, queryKey } = query;
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
