import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Patch } from './patch.ts';

/**
 * What was asked for and has no answer yet, shown on top of what the daemon said: also on what it says meanwhile, which
 * may have been read before or after.
 */
export type Overlay = {
  add: (patch: Patch) => void;
  /** The daemon has done it: from now on it says so itself. */
  settle: (patch: Patch) => void;
  /** The daemon has not done it: everything shows as it was, but for what else is asked for. */
  drop: (patch: Patch) => void;
};

export function createOverlay(client: QueryClient): Overlay {
  const cache = client.getQueryCache();
  let pending: readonly Patch[] = [];
  /** What the daemon said, by query, as long as something is shown on top of it. */
  const said = new Map<string, unknown>();

  const show = (key: QueryKey, data: unknown) => client.setQueryData(key, fold(pending, key, data));

  function showAgain(): void {
    for (const query of loaded(cache.getAll())) {
      const data = said.has(query.queryHash) ? said.get(query.queryHash) : query.state.data;
      said.set(query.queryHash, data);
      show(query.queryKey, data);
    }
    if (pending.length === 0) said.clear();
  }

  cache.subscribe((event) => {
    if (pending.length === 0 || event.type !== 'updated' || event.action.type !== 'success') return;
    // What was set by hand here is the overlay's own doing.
    if (event.action.manual) return;
    said.set(event.query.queryHash, event.query.state.data);
    show(event.query.queryKey, event.query.state.data);
  });

  return {
    add(patch) {
      pending = [...pending, patch];
      showAgain();
    },
    settle(patch) {
      for (const query of loaded(cache.getAll())) {
        const { queryHash, queryKey } = query;
        if (said.has(queryHash)) said.set(queryHash, patch(queryKey, said.get(queryHash)));
      }
      pending = pending.filter((each) => each !== patch);
      showAgain();
    },
    drop(patch) {
      pending = pending.filter((each) => each !== patch);
      showAgain();
    },
  };
}

const patched = new Set<unknown>(['mailbox', 'search', 'thread', 'shell']);

function loaded(queries: readonly Query[]): Query[] {
  return queries.filter(({ queryKey, state }) => patched.has(queryKey[0]) && state.data !== undefined);
}

function fold(patches: readonly Patch[], key: QueryKey, data: unknown): unknown {
  return patches.reduce((before, patch) => patch(key, before), data);
}
