import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import field from '../design/search-field.module.css';
import { useParts } from '../parts.ts';
import { lensLink } from '../lens-paths.ts';
import { savedSearchesQuery } from '../saved-searches/queries.ts';
import { lensOf } from '../saved-searches/saved-search.ts';
import { Chord } from '../shell/chord.tsx';
import { useBindings } from '../shell/key-follow.ts';
import { keyOf, useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { forgetSearch, noteSearch, recentSearches } from './recent-searches.ts';
import styles from './search-box.module.css';
import { SuggestionList } from './suggestion-list.tsx';
import type { Suggestion } from './suggestions.ts';
import { termAt, withTerm } from './term.ts';
import { useTyping } from './typing.ts';
import { useSuggestions } from './use-suggestions.ts';

const words = strings.search;

/** How long after a key the search follows, in milliseconds: what is typed in one go is asked for once. */
const pause = 12;

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
  const { read, note } = useTyping();
  const [text, setText] = useState(query);
  const [caret, setCaret] = useState(query.length);
  const [shownFor, setShownFor] = useState(query);
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { api } = useParts();
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
    if (typing.text.trim() !== query) follow(typing.text);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it takes over
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function open(): void {
    setRecent(recentSearches());
    setIsOpen(true);
  }

  function type(written: string, at: number, isComposing = false): void {
    setText(written);
    setCaret(at);
    setActiveKey(undefined);
    setIsOpen(true);
    note({ text: written, caret: at, hasFocus: true, isFollowed: read()?.isFollowed ?? false });
    if (!isComposing) follow(written);
  }

  function follow(written: string): void {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const wanted = written.trim();
      const typing = read();
      if (wanted === query || (wanted === '' && query === '')) return;
      note(typing && { ...typing, isFollowed: true });
      void navigate({ to: '/search', search: { q: wanted, sort, account }, replace: typing?.isFollowed ?? false });
    }, pause);
  }

  /** What is written is what is meant. */
  function settle(wanted: string): void {
    clearTimeout(timer.current);
    const wasFollowed = read()?.isFollowed ?? false;
    note(null);
    noteSearch(wanted);
    setText(wanted);
    setIsOpen(false);
    setActiveKey(undefined);
    input.current?.blur();
    if (wanted !== query) void navigate({ to: '/search', search: { q: wanted, sort, account }, replace: wasFollowed });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim()) settle(text.trim());
  }

  function take(option: Suggestion): void {
    if (option.kind === 'recent') return settle(option.query);
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

  function forget(searched: string): void {
    forgetSearch(searched);
    setRecent(recentSearches());
    setActiveKey(undefined);
    setSaid(words.suggest.forgotten({ query: searched }));
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
    const places = options.length + 1;
    setActiveKey(options[((at + 1 + by + places) % places) - 1]?.key);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const first = text.trim() === '' ? undefined : options.find(({ kind }) => kind !== 'recent' && kind !== 'saved');
    const acts: Record<string, (() => void) | false | undefined> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: active && (() => take(active)),
      Tab: !event.shiftKey && (active ?? first) !== undefined && (() => take((active ?? first)!)),
      Delete: active?.kind === 'recent' && (() => forget(active.query)),
      Escape: () => (isOpen && options.length > 0 ? setIsOpen(false) : input.current?.blur()),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    act();
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
          aria-label={words.label}
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isListed && active ? `${id}-${options.indexOf(active)}` : undefined}
          aria-describedby={`${id}-help`}
          placeholder={words.placeholder}
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
          <IconButton name={words.clear} className={styles['clear']} onClick={clear}>
            <X />
          </IconButton>
        ) : (
          <Chord keys={keyOf('search')} />
        )}
      </div>
      <p id={`${id}-help`} className="visually-hidden">
        {words.suggest.help}
      </p>
      <p role="status" className="visually-hidden">
        {isOpen ? said || words.suggest.found({ count: options.length }) : ''}
      </p>
      <SuggestionList
        id={id}
        options={options}
        active={active}
        isShown={isListed}
        onActive={(option) => setActiveKey(option.key)}
        onTake={take}
        onForget={forget}
      />
    </form>
  );
}
