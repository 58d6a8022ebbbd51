import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useSavedSearchEdits } from './edits.ts';
import { type SavedSearch, savedSearchesQuery } from './queries.ts';
import { isPinned, moved } from './saved-search.ts';
import styles from './saved-search-editor.module.css';
import { SearchForm } from './search-form.tsx';
import { SearchMark } from './search-mark.tsx';

const words = strings.savedSearches;

/** Saved searches renamed, changed, put in order, pinned and deleted. `start` is one to be changed at once. */
export function SavedSearchEditor({ start, onClose }: { start?: string | undefined; onClose: () => void }) {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(savedSearchesQuery(api));
  return (
    <Dialog title={words.edit} hint={words.editHint} width={600} onClose={onClose}>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Panel scene="search" title={words.none} hint={words.noneHint} />}
      <ul role="list">
        {data?.map((search) => (
          <SearchLine key={search.id} search={search} searches={data} isStart={search.name === start} />
        ))}
      </ul>
    </Dialog>
  );
}

type SearchLineProps = { search: SavedSearch; searches: readonly SavedSearch[]; isStart: boolean };

function SearchLine({ search, searches, isStart }: SearchLineProps) {
  const [isChanging, setIsChanging] = useState(isStart);
  const edits = useSavedSearchEdits();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isStart) line.current?.scrollIntoView({ block: 'center' });
  }, [isStart]);

  /** Back to the line as it was, the focus on the button that led away from it. */
  function settle(): void {
    setIsChanging(false);
    requestAnimationFrame(() => line.current?.querySelector<HTMLElement>('[data-act=change]')?.focus());
  }

  return (
    <li ref={line} className={styles['line']}>
      <div className={styles['row']}>
        <span className={styles['mark']} aria-hidden="true">
          <SearchMark icon={search.icon} isPinned={isPinned(search)} />
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
          <PlaceButtons search={search} searches={searches} />
          <IconButton
            name={words.changeNamed({ name: search.name })}
            data-act="change"
            aria-expanded={isChanging}
            onClick={() => setIsChanging(!isChanging)}
          >
            <Pencil />
          </IconButton>
          <IconButton name={words.removeNamed({ name: search.name })} onClick={() => void edits.remove(search)}>
            <Trash2 />
          </IconButton>
        </span>
      </div>
      {isChanging && (
        <SearchForm
          start={{ name: search.name, query: search.query, icon: search.icon, isPinned: isPinned(search) }}
          isNew={false}
          onCancel={settle}
          onSave={({ name: new_name, query, icon }) =>
            void edits.change(search, { new_name, query, icon }).then((isDone) => isDone && settle())
          }
        />
      )}
    </li>
  );
}

/** Buttons that cannot go further stay where they are, so that the focus does. */
function PlaceButtons({ search, searches }: Pick<SearchLineProps, 'search' | 'searches'>) {
  const edits = useSavedSearchEdits();
  const isFixed = (step: -1 | 1) => moved(searches, search.name, step).length === 0;
  const move = (step: -1 | 1) => {
    if (!isFixed(step)) void edits.move(searches, search, step);
  };
  const pinned = isPinned(search);
  return (
    <>
      <IconButton name={words.upNamed({ name: search.name })} aria-disabled={isFixed(-1)} onClick={() => move(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton name={words.downNamed({ name: search.name })} aria-disabled={isFixed(1)} onClick={() => move(1)}>
        <ArrowDown />
      </IconButton>
      <IconButton
        name={pinned ? words.unpinNamed({ name: search.name }) : words.pinNamed({ name: search.name })}
        onClick={() => void edits.pin(searches, search, !pinned)}
      >
        {pinned ? <PinOff /> : <Pin />}
      </IconButton>
    </>
  );
}
