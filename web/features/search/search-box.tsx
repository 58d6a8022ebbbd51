import { Search, X } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { IconButton } from '../../design/controls/button.tsx';
import field from '../../design/controls/search-field.module.css';
import { useBindings } from '../../data/queries/keys.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { keyFor, useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './search-box.module.css';
import { SearchField } from './search-field.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useSearchBox } from './use-search-box.ts';

const t = strings.search;

/**
 * The search box for all mail; `query` is the query of the page. Results update while the user types. Enter finishes the
 * typing and goes to the first result, Escape closes the suggestions and then leaves the search.
 */
export function SearchBox({ query }: { query: string }) {
  const helpId = useId();
  useBindings();
  const box = useSearchBox(query);
  const { input, text, list } = box;
  useKeys({
    search() {
      input.current?.focus();
      input.current?.select();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    box.submit();
  }

  return (
    <form role="search" className={styles['box']} onSubmit={submit}>
      <div className={field['field']}>
        <Search aria-hidden="true" />
        <SearchField box={box} helpId={helpId} />
        {text ? (
          <IconButton name={t.clear} className={styles['clear']} onClick={box.clear}>
            <X />
          </IconButton>
        ) : (
          <Chord keys={keyFor('search')} />
        )}
      </div>
      <p id={helpId} className="visually-hidden">
        {t.suggest.help}
      </p>
      <p role="status" className="visually-hidden">
        {list.isOpen ? list.announcement || t.suggest.found({ count: list.options.length }) : ''}
      </p>
      <SuggestionList options={list.options} combobox={box.combobox} onRemove={box.removeRecent} />
    </form>
  );
}
