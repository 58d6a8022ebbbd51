import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import type { SavedSearch } from './queries.ts';
import { moved, type Placed, pinnedOr } from './saved-search.ts';

const words = strings.savedSearches;

export type NewSearch = Pick<SavedSearch, 'name' | 'query' | 'sort' | 'icon' | 'account_id'> & { isPinned: boolean };

/** What can be done to saved searches. What fails is said in a toast; a promise ends with whether it was done. */
export function useSavedSearchEdits() {
  const { api, toasts } = useParts();
  const tried = useTrying('saved-searches', 'shell');

  async function place(places: readonly Placed[]): Promise<boolean> {
    return tried(async () => {
      for (const { name, position } of places) await api.savedSearches.update({ name, position });
    }, words.notMoved);
  }

  return {
    async create({ isPinned, ...search }: NewSearch): Promise<boolean> {
      const done = await tried(
        () => api.savedSearches.create({ ...search, ...(isPinned && { position: -1 }) }),
        words.notSaved({ name: search.name }),
      );
      if (done) toasts.show({ tone: 'plain', text: words.saved({ name: search.name }) });
      return done;
    },

    change: ({ name }: SavedSearch, patch: { new_name: string; query: string; icon: string | null }) =>
      tried(() => api.savedSearches.update({ name, ...patch }), words.notChanged({ name })),

    move: (searches: readonly SavedSearch[], { name }: SavedSearch, step: -1 | 1) => place(moved(searches, name, step)),

    pin: (searches: readonly SavedSearch[], { name }: SavedSearch, isToBePinned: boolean) =>
      place(pinnedOr(searches, name, isToBePinned)),

    async remove(search: SavedSearch): Promise<boolean> {
      const { name, query, search_mode: mode, sort, icon, position, account_id } = search;
      const done = await tried(() => api.savedSearches.remove({ name }), words.notRemoved({ name }));
      const again = { name, query, mode, sort, icon, position, account_id };
      const run = () => void tried(() => api.savedSearches.create(again), words.notSaved({ name }));
      if (done) toasts.show({ tone: 'plain', text: words.removed({ name }), button: { label: words.undo, run } });
      return done;
    },
  };
}
