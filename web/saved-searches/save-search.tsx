import { BookmarkPlus } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { Popup } from '../design/popup.tsx';
import type { SearchSort } from '../queries.ts';
import { strings } from '../strings.ts';
import { useSavedSearchEdits } from './edits.ts';
import { type SearchLens, sortFor } from './saved-search.ts';
import { SearchForm } from './search-form.tsx';

const words = strings.savedSearches;

/** Keeps the search that is shown, in the order it is shown in. */
export function SaveSearch({ lens, order }: { lens: SearchLens; order: SearchSort }) {
  const edits = useSavedSearchEdits();
  const start = { name: lens.query.slice(0, 200), query: lens.query, icon: null, isPinned: false };
  return (
    <Popup
      name={words.saveThis}
      align="end"
      trigger={
        <Button look="quiet">
          <BookmarkPlus />
          {words.saveShort}
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
    </Popup>
  );
}
