import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import type { Operation } from './api-document.ts';
import { useDocs } from './docs-context.ts';
import { consequenceOf } from './consequence.ts';
import { type Found, matching } from './filter.ts';
import { Address, Method } from './method.tsx';
import { type DocsPlace, hrefOf } from './place.ts';
import field from '../../design/controls/search-field.module.css';
import styles from './request-index.module.css';

const words = strings.docs;

/** Every request by group, every record, and the box that finds one. The arrows go from entry to entry. */
export function RequestIndex({ place, lead }: { place: DocsPlace; lead: ReactNode }) {
  const { document } = useDocs();
  const [text, setText] = useState('');
  const found = useMemo(() => matching(document, text), [document, text]);
  const list = useRef<HTMLElement>(null);
  const chosen = hrefOf(place);
  useEffect(() => {
    list.current?.querySelector('a[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <section className={styles['index']} aria-label={words.index}>
      <header className={styles['head']}>
        <div className={styles['titles']}>
          {lead}
          <h1 className={styles['title']}>{words.title}</h1>
          <p className={styles['summary']}>{words.summary({ count: document.operations.size })}</p>
        </div>
        <SearchField text={text} onChange={setText} onLeave={() => entriesOf(list.current)[0]?.focus()} />
        <p className="visually-hidden" role="status">
          {text && words.found({ count: countOf(found) })}
        </p>
      </header>
      <nav className={styles['list']} aria-label={words.index} ref={list}>
        {text === '' && (
          <Entry to={{ kind: 'overview' }} place={place}>
            <span className={styles['overview']}>{words.overview}</span>
          </Entry>
        )}
        {found.groups.map(({ name, operations }) => (
          <div key={name}>
            <h2 className={styles['heading']}>{name}</h2>
            <ul aria-label={name}>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <RequestEntry operation={operation} place={place} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {found.records.length > 0 && <Records names={found.records} place={place} />}
        {countOf(found) === 0 && <p className={styles['nothing']}>{words.found({ count: 0 })}</p>}
      </nav>
    </section>
  );
}

function RequestEntry({ operation, place }: { operation: Operation; place: DocsPlace }) {
  const { id, method, path, summary } = operation;
  return (
    <Entry to={{ kind: 'request', name: id }} place={place} title={summary}>
      <Method method={method} isGrave={consequenceOf(operation).isGrave} className={styles['method']} />
      <span className={styles['path']}>
        <Address path={path} />
      </span>
    </Entry>
  );
}

function Records({ names, place }: { names: readonly string[]; place: DocsPlace }) {
  return (
    <>
      <h2 className={styles['heading']}>{words.records}</h2>
      <ul aria-label={words.records}>
        {names.map((name) => (
          <li key={name}>
            <Entry to={{ kind: 'record', name }} place={place}>
              <span className={styles['path']}>{name}</span>
            </Entry>
          </li>
        ))}
      </ul>
    </>
  );
}

type EntryProps = { to: DocsPlace; place: DocsPlace; title?: string; children: ReactNode };

function Entry({ to, place, title, children }: EntryProps) {
  const href = hrefOf(to);
  return (
    <a
      className={styles['entry']}
      href={href}
      title={title}
      aria-current={href === hrefOf(place) ? 'page' : undefined}
      onKeyDown={step}
    >
      {children}
    </a>
  );
}

type SearchFieldProps = { text: string; onChange: (text: string) => void; onLeave: () => void };

function SearchField({ text, onChange, onLeave }: SearchFieldProps) {
  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') onChange('');
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    onLeave();
  }
  return (
    <div className={`${field['field']} ${styles['search']}`} role="search" aria-label={words.searchHint}>
      <Search aria-hidden="true" />
      <input
        type="search"
        className={field['input']}
        aria-label={words.searchHint}
        placeholder={words.search}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={press}
      />
      {text && (
        <IconButton name={strings.search.clear} className={styles['clear']} onClick={() => onChange('')}>
          <X />
        </IconButton>
      )}
    </div>
  );
}

function countOf({ groups, records }: Found): number {
  return groups.reduce((sum, { operations }) => sum + operations.length, records.length);
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('a') ?? [])];
}

/** To the next entry or the one before. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const entries = entriesOf(event.currentTarget.closest('nav'));
  entries[entries.indexOf(event.currentTarget) + by]?.focus();
  event.preventDefault();
}
