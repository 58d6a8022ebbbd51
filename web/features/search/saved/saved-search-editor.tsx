import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/overlays/dialog.tsx';
import { ErrorState, EmptyState } from '../../../design/feedback/empty-state.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { useSavedSearchEdits } from './use-saved-search-edits.ts';
import { type SavedSearch, savedSearchesQuery } from './queries.ts';
import { isPinned, positionsAfterMove } from './saved-search.ts';
import styles from './saved-search-editor.module.css';
import { SearchForm } from './search-form.tsx';
import { SavedSearchIcon } from './saved-search-icon.tsx';

const t = strings.savedSearches;

/** Renames, changes, orders, pins and deletes saved searches. `start` is the one to edit at once. */
export function SavedSearchEditor({ start, onClose }: { start?: string | undefined; onClose: () => void }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(savedSearchesQuery(api));
  return (
    <Dialog title={t.edit} hint={t.editHint} width={600} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState illustration="search" title={t.none} hint={t.noneHint} />}
      <ul role="list">
        {data?.map((search) => (
          <SavedSearchRow key={search.id} search={search} searches={data} isStart={search.name === start} />
        ))}
      </ul>
    </Dialog>
  );
}

type SavedSearchRowProps = { search: SavedSearch; searches: readonly SavedSearch[]; isStart: boolean };

function SavedSearchRow({ search, searches, isStart }: SavedSearchRowProps) {
  const [isChanging, setIsChanging] = useState(isStart);
  const edits = useSavedSearchEdits();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isStart) row.current?.scrollIntoView({ block: 'center' });
  }, [isStart]);

  /** Returns to the plain row, and focuses the button that opened the form. */
  function finish(): void {
    setIsChanging(false);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-act=change]')?.focus());
  }

  return (
    <li ref={row} className={styles['line']}>
      <div className={styles['row']}>
        <span className={styles['mark']} aria-hidden="true">
          <SavedSearchIcon icon={search.icon} isPinned={isPinned(search)} />
        </span>
        <span className={styles['words']}>
          <span className={styles['name']} dir="auto">
            {search.name}
          </span>
          <span className={styles['query']} dir="auto" title={search.query}>
            {search.query}
          </span>
        </span>
        <span className={styles['acts']}>
          <ReorderButtons search={search} searches={searches} />
          <IconButton
            name={t.changeNamed({ name: search.name })}
            data-act="change"
            aria-expanded={isChanging}
            onClick={() => setIsChanging(!isChanging)}
          >
            <Pencil />
          </IconButton>
          <IconButton name={t.removeNamed({ name: search.name })} onClick={() => void edits.remove(search)}>
            <Trash2 />
          </IconButton>
        </span>
      </div>
      {isChanging && (
        <SearchForm
          start={{ name: search.name, query: search.query, icon: search.icon, isPinned: isPinned(search) }}
          isNew={false}
          onCancel={finish}
          onSave={({ name: new_name, query, icon }) =>
            void edits.change(search, { new_name, query, icon }).then((isDone) => isDone && finish())
          }
        />
      )}
    </li>
  );
}

/** Move buttons at an end stay visible, so that they keep the focus. */
function ReorderButtons({ search, searches }: Pick<SavedSearchRowProps, 'search' | 'searches'>) {
  const edits = useSavedSearchEdits();
  const isFixed = (step: -1 | 1) => positionsAfterMove(searches, search.name, step).length === 0;
  const move = (step: -1 | 1) => {
    if (!isFixed(step)) void edits.move(searches, search, step);
  };
  const pinned = isPinned(search);
  return (
    <>
      <IconButton name={t.upNamed({ name: search.name })} aria-disabled={isFixed(-1)} onClick={() => move(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton name={t.downNamed({ name: search.name })} aria-disabled={isFixed(1)} onClick={() => move(1)}>
        <ArrowDown />
      </IconButton>
      <IconButton
        name={pinned ? t.unpinNamed({ name: search.name }) : t.pinNamed({ name: search.name })}
        onClick={() => void edits.pin(searches, search, !pinned)}
      >
        {pinned ? <PinOff /> : <Pin />}
      </IconButton>
    </>
  );
}
