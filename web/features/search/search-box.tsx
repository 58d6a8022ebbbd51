import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../design/button.tsx';
import field from '../../design/search-field.module.css';
import { useServices } from '../../data/services.ts';
import { lensLink } from '../../data/lens-links.ts';
import { savedSearchesQuery } from './saved/queries.ts';
import { lensOf } from './saved/saved-search.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { useBindings } from '../../data/queries/keys.ts';
import { keyFor, useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { removeSearch, recordSearch, recentSearches } from './recent-searches.ts';
import styles from './search-box.module.css';
import { SuggestionList } from './suggestion-list.tsx';
import type { Suggestion } from './suggestions.ts';
import { termAt, withTerm } from './term.ts';
import { useSearchInput } from './use-search-input.ts';
import { useSuggestions } from './use-suggestions.ts';

const t = strings.search;

/** How long after a key the search follows, in milliseconds: what is typed in one go is asked for once. */
const typingDelayMs = 12;

/**
 * The box that searches all mail; `query` is what the page shows. What is found follows what is written, Enter ends the
 * writing, Escape closes what is offered and then leaves.
 */
export function SearchBox({ query: shownQuery }: { query: string }) {
  const id = useId();
  // The address is ahead of what the page shows while an answer is on its way.
  const { q, sort, account: shownAccount } = useSearch({ strict: false });
  const query = q ?? shownQuery;
  // Of a mailbox it says whose mail is listed; from there all mail is searched.
  const account = q === undefined ? undefined : shownAccount;
  useBindings();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const { read, note } = useSearchInput();
  const [text, setText] = useState(query);
  const [caret, setCaret] = useState(query.length);
  const [shownFor, setShownFor] = useState(query);
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { api } = useServices();
  const term = termAt(text, caret);
  const options = useSuggestions({ text, term, recent, isOpen });
  const active = options.find(({ key }) => key === activeKey);
  if (query !== shownFor) {
    setShownFor(query);
    if (read()?.text.trim() !== query) setText(query);
  }
  useKeys({
    search() {
      input.current?.focus();
      input.current?.select();
    },
  });
  // The page one types on gives way to the page of what is found: its box goes on where that of the other was.
  useLayoutEffect(() => {
    const typing = read();
    if (!typing?.hasFocus || !input.current) return;
    setText(typing.text);
    setCaret(typing.caret);
    open();
    input.current.value = typing.text;
    input.current.focus({ preventScroll: true });
    input.current.setSelectionRange(typing.caret, typing.caret);
    if (typing.text.trim() !== query) searchWhileTyping(typing.text);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it takes over
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function open(): void {
    setRecent(recentSearches());
    setIsOpen(true);
  }

  function type(typed: string, at: number, isComposing = false): void {
    setText(typed);
    setCaret(at);
    setActiveKey(undefined);
    setIsOpen(true);
    note({ text: typed, caret: at, hasFocus: true, isSearched: read()?.isSearched ?? false });
    if (!isComposing) searchWhileTyping(typed);
  }

  function searchWhileTyping(typed: string): void {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const nextQuery = typed.trim();
      const typing = read();
      if (nextQuery === query || (nextQuery === '' && query === '')) return;
      note(typing && { ...typing, isSearched: true });
      void navigate({ to: '/search', search: { q: nextQuery, sort, account }, replace: typing?.isSearched ?? false });
    }, typingDelayMs);
  }

  /** What is written is what is meant. */
  function finishTyping(nextQuery: string): void {
    clearTimeout(timer.current);
    const wasSearched = read()?.isSearched ?? false;
    note(null);
    recordSearch(nextQuery);
    setText(nextQuery);
    setIsOpen(false);
    setActiveKey(undefined);
    input.current?.blur();
    if (nextQuery !== query)
      void navigate({ to: '/search', search: { q: nextQuery, sort, account }, replace: wasSearched });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim()) finishTyping(text.trim());
  }

  function applySuggestion(option: Suggestion): void {
    if (option.kind === 'recent') return finishTyping(option.query);
    if (option.kind === 'saved') return openSaved(option.name);
    const next = withTerm(text, term, option.write);
    type(next.text, next.caret);
    input.current?.focus();
    // The field shows the text once it is rendered; the caret can be put there only then.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  }

  function openSaved(name: string): void {
    const search = client.getQueryData(savedSearchesQuery(api).queryKey)?.find((each) => each.name === name);
    if (!search) return;
    clearTimeout(timer.current);
    note(null);
    setIsOpen(false);
    input.current?.blur();
    void navigate(lensLink(lensOf(search)));
  }

  function removeRecent(removedQuery: string): void {
    removeSearch(removedQuery);
    setRecent(recentSearches());
    setActiveKey(undefined);
    setAnnouncement(t.suggest.forgotten({ query: removedQuery }));
  }

  function clear(): void {
    clearTimeout(timer.current);
    note(null);
    setText('');
    if (query) void navigate({ to: '/inbox' });
    else input.current?.focus();
  }

  function step(by: 1 | -1): void {
    if (!isOpen) return open();
    const at = options.findIndex(({ key }) => key === activeKey);
    const count = options.length + 1;
    setActiveKey(options[((at + 1 + by + count) % count) - 1]?.key);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const first = text.trim() === '' ? undefined : options.find(({ kind }) => kind !== 'recent' && kind !== 'saved');
    const keyHandlers: Record<string, (() => void) | false | undefined> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: active && (() => applySuggestion(active)),
      Tab: !event.shiftKey && (active ?? first) !== undefined && (() => applySuggestion((active ?? first)!)),
      Delete: active?.kind === 'recent' && (() => removeRecent(active.query)),
      Escape: () => (isOpen && options.length > 0 ? setIsOpen(false) : input.current?.blur()),
    };
    const keyHandler = keyHandlers[event.key];
    if (!keyHandler) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    keyHandler();
  }

  const isListed = isOpen && options.length > 0;
  return (
    <form role="search" className={styles['box']} onSubmit={submit}>
      <div className={field['field']}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          className={field['input']}
          role="combobox"
          aria-label={t.label}
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isListed && active ? `${id}-${options.indexOf(active)}` : undefined}
          aria-describedby={`${id}-help`}
          placeholder={t.placeholder}
          value={text}
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target, nativeEvent }) =>
            type(target.value, target.selectionStart ?? target.value.length, (nativeEvent as InputEvent).isComposing)
          }
          onCompositionEnd={({ currentTarget }) => type(currentTarget.value, currentTarget.selectionStart ?? 0)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          onFocus={open}
          onClick={() => !isOpen && open()}
          onBlur={() => {
            const typing = read();
            if (typing) note({ ...typing, hasFocus: false });
            setIsOpen(false);
          }}
          onKeyDown={press}
        />
        {text ? (
          <IconButton name={t.clear} className={styles['clear']} onClick={clear}>
            <X />
          </IconButton>
        ) : (
          <Chord keys={keyFor('search')} />
        )}
      </div>
      <p id={`${id}-help`} className="visually-hidden">
        {t.suggest.help}
      </p>
      <p role="status" className="visually-hidden">
        {isOpen ? announcement || t.suggest.found({ count: options.length }) : ''}
      </p>
      <SuggestionList
        id={id}
        options={options}
        active={active}
        isShown={isListed}
        onActive={(option) => setActiveKey(option.key)}
        onSelect={applySuggestion}
        onRemove={removeRecent}
      />
    </form>
  );
}
