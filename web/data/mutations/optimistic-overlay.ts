import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Patch } from './query-patch.ts';

/**
 * What was asked for and has no answer yet, shown on top of what the daemon said: also on what it says meanwhile, which
 * may have been read before or after.
 */
export type OptimisticOverlay = {
  add: (patch: Patch) => void;
  /** The daemon has done it: from now on it says so itself. */
  confirm: (patch: Patch) => void;
  /** The daemon has not done it: everything shows as it was, but for what else is asked for. */
  rollBack: (patch: Patch) => void;
};

export function createOptimisticOverlay(client: QueryClient): OptimisticOverlay {
  const cache = client.getQueryCache();
  let pending: readonly Patch[] = [];
  /** What the daemon said, by query, as long as something is shown on top of it. */
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
    // What was set by hand here is the overlay's own doing.
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

const patchedRoots = new Set<unknown>(['mailbox', 'search', 'thread', 'shell']);

function loaded(queries: readonly Query[]): Query[] {
  return queries.filter(({ queryKey, state }) => patchedRoots.has(queryKey[0]) && state.data !== undefined);
}

function applyPatches(patches: readonly Patch[], key: QueryKey, data: unknown): unknown {
  return patches.reduce((before, patch) => patch(key, before), data);
}
