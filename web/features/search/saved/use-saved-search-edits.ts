import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { useAction } from '../../../data/use-action.ts';
import type { SavedSearch } from './queries.ts';
import { positionsAfterMove, type SearchPosition, positionsAfterPin } from './saved-search.ts';

const t = strings.savedSearches;

type NewSearch = Pick<SavedSearch, 'name' | 'query' | 'sort' | 'icon' | 'account_id'> & { isPinned: boolean };

/** The actions on saved searches. A toast reports failures. The promises resolve to whether the action succeeded. */
export function useSavedSearchEdits() {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['saved-searches', 'shell'] });

  async function savePositions(positions: readonly SearchPosition[]): Promise<boolean> {
    return runAction(async () => {
      for (const { name, position } of positions) await api.savedSearches.update({ name, position });
    }, t.notMoved);
  }

  return {
    async create({ isPinned, ...search }: NewSearch): Promise<boolean> {
      const done = await runAction(
        () => api.savedSearches.create({ ...search, ...(isPinned && { position: -1 }) }),
        t.notSaved({ name: search.name }),
      );
      if (done) toasts.show({ tone: 'plain', text: t.saved({ name: search.name }) });
      return done;
    },

    change: ({ name }: SavedSearch, patch: { new_name: string; query: string; icon: string | null }) =>
      runAction(() => api.savedSearches.update({ name, ...patch }), t.notChanged({ name })),

    move: (searches: readonly SavedSearch[], { name }: SavedSearch, step: -1 | 1) =>
      savePositions(positionsAfterMove(searches, name, step)),

    pin: (searches: readonly SavedSearch[], { name }: SavedSearch, isToBePinned: boolean) =>
      savePositions(positionsAfterPin(searches, name, isToBePinned)),

    async remove(search: SavedSearch): Promise<boolean> {
      const { name, query, search_mode: mode, sort, icon, position, account_id } = search;
      const done = await runAction(() => api.savedSearches.remove({ name }), t.notRemoved({ name }));
      const again = { name, query, mode, sort, icon, position, account_id };
      const run = () => void runAction(() => api.savedSearches.create(again), t.notSaved({ name }));
      if (done) toasts.show({ tone: 'plain', text: t.removed({ name }), button: { label: t.undo, run } });
      return done;
    },
  };
}
