import { BookmarkPlus } from 'lucide-react';
import { Button } from '../../../design/controls/button.tsx';
import { PopoverPanel } from '../../../design/overlays/popover.tsx';
import { strings } from '../../../i18n/strings.ts';
import { useSavedSearchEdits } from './use-saved-search-edits.ts';
import { type SearchLens, sortFor } from './saved-search.ts';
import { SearchForm } from './search-form.tsx';
import type { SearchSort } from '../../../data/lens.ts';

const t = strings.savedSearches;

/** Saves the current search with its sort order. */
export function SaveSearch({ lens, order }: { lens: SearchLens; order: SearchSort }) {
  const edits = useSavedSearchEdits();
  const start = { name: lens.query.slice(0, 200), query: lens.query, icon: null, isPinned: false };
  return (
    <PopoverPanel
      name={t.saveThis}
      align="end"
      trigger={
        <Button look="quiet">
          <BookmarkPlus />
          {t.saveShort}
        </Button>
      }
    >
      {(close) => (
        <SearchForm
          start={start}
          isNew
          onCancel={close}
          onSave={({ name, icon, isPinned }) => {
            const search = { name, query: lens.query, sort: sortFor(order), icon, account_id: lens.account ?? null };
            void edits.create({ ...search, isPinned }).then((isDone) => isDone && close());
          }}
        />
      )}
    </PopoverPanel>
  );
}
