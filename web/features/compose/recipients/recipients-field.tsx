import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import {
  parseRecipients,
  type RecipientEntry,
  recipientFor,
  formatRecipients,
  withRecipients,
} from '../../../data/compose/address-list.ts';
import { draggedEntry, useRecipientDrop } from './recipient-drag.ts';
import { RecipientChip } from './recipient-chip.tsx';
import styles from './recipients.module.css';
import { contactsQuery } from '../../../data/queries/contacts.ts';
import type { RecipientKind } from './recipient-kind.ts';

const t = strings.compose;

type RecipientsFieldProps = {
  kind: RecipientKind;
  line: string;
  onLine: (line: string) => void;
  /** Moves an entry to another of the fields. */
  onMove: (entry: RecipientEntry, from: RecipientKind, to: RecipientKind) => void;
  onAnnounce: (text: string) => void;
  /** Another number each time the field is asked for. */
  focusRequest: number | undefined;
};

/** Who it goes to: everybody a chip, and a field that knows whom one writes to. */
export function RecipientsField({ kind, line, onLine, onMove, onAnnounce, focusRequest }: RecipientsFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeAt, setActiveAt] = useState(0);
  const [isShut, setIsShut] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  /** The place that takes the focus once somebody is gone. */
  const next = useRef<number>(undefined);
  const entries = parseRecipients(line);
  const found = useContacts(text, entries);
  const options = isShut ? [] : found;
  const active = options[Math.min(activeAt, options.length - 1)];
  const name = t.fields[kind];

  function add(added: readonly RecipientEntry[]): void {
    if (added.length > 0) onAnnounce(t.added({ who: added.map(shown), field: name }));
    onLine(formatRecipients(withRecipients(entries, added)));
    type('');
  }

  function remove(at: number): void {
    const removed = entries[at];
    if (removed) onAnnounce(t.removed({ who: shown(removed), field: name }));
    onLine(formatRecipients(entries.toSpliced(at, 1)));
    next.current = at;
  }

  function edit(at: number): void {
    const entry = entries[at];
    if (!entry) return;
    onLine(formatRecipients(entries.toSpliced(at, 1)));
    type(entry.text);
    input.current?.focus();
  }

  function type(next: string): void {
    setText(next);
    setActiveAt(0);
    setIsShut(next.trim() === '');
  }

  function focusChip(at: number): void {
    focusNth(chips.current, Math.max(0, at), input.current);
  }

  function addOption(): boolean {
    if (text.trim() === '') return false;
    add(active ? [active] : parseRecipients(text));
    return true;
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const step = (by: number) => () => setActiveAt((activeAt + by + options.length) % options.length);
    const isAtStart = input.current?.selectionStart === 0 && input.current.selectionEnd === 0;
    const keyHandlers: Record<string, (() => unknown) | undefined | false> = {
      ArrowDown: options.length > 0 && step(1),
      ArrowUp: options.length > 0 && step(-1),
      Escape: options.length > 0 && (() => setIsShut(true)),
      Enter: addOption,
      Tab: text.trim() !== '' && !event.shiftKey && addOption,
      ',': () => add(text.includes('@') || !active ? parseRecipients(text) : [active]),
      ';': () => add(text.includes('@') || !active ? parseRecipients(text) : [active]),
      Backspace: isAtStart && entries.length > 0 && (() => focusChip(entries.length - 1)),
      ArrowLeft: isAtStart && entries.length > 0 && (() => focusChip(entries.length - 1)),
    };
    const keyHandler = isInQuotes(text) && /^[,;]$/.test(event.key) ? undefined : keyHandlers[event.key];
    if (!keyHandler) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    keyHandler();
  }

  function paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || !/[,;\n@]/.test(pasted)) return;
    event.preventDefault();
    add(parseRecipients(pasted));
  }

  const { isOver, handlers } = useRecipientDrop((entry, from) => from !== kind && onMove(entry, from, kind));
  useEffect(() => {
    const at = next.current;
    next.current = undefined;
    if (at !== undefined) focusNth(chips.current, at, input.current);
  }, [line]);
  useEffect(() => {
    if (focusRequest !== undefined) input.current?.focus();
  }, [focusRequest]);
  const bad = entries.filter(({ isBad }) => isBad);
  return (
    <div className={styles['row']} data-over={isOver || undefined} role="group" aria-label={name} {...handlers}>
      <label className={styles['name']} htmlFor={`${id}-input`}>
        {name}
      </label>
      <div className={styles['people']}>
        {entries.length > 0 && (
          <ul ref={chips} className={styles['chips']} aria-label={t.peopleOf({ field: name })}>
            {entries.map((entry, at) => (
              <RecipientChip
                key={entry.text}
                entry={entry}
                kind={kind}
                onEdit={() => edit(at)}
                onRemove={() => remove(at)}
                onStep={(by) => (at + by >= entries.length ? input.current?.focus() : focusChip(at + by))}
                onMove={(to) => onMove(entry, kind, to)}
                drag={draggedEntry(entry, kind)}
              />
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={`${id}-input`}
          data-recipients={kind}
          className={styles['input']}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-describedby={bad.length > 0 ? `${id}-bad` : undefined}
          aria-activedescendant={active && `${id}-${options.indexOf(active)}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => text.trim() !== '' && add(parseRecipients(text))}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t.suggestions}
        className={styles['options']}
        hidden={options.length === 0}
      >
        {options.map((option, at) => (
          <div
            key={option.text}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            className={styles['option']}
            onPointerMove={() => setActiveAt(at)}
            // The field keeps the focus, and with it what is being typed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add([option])}
            onKeyDown={press}
          >
            <span dir="auto">{option.name || option.email}</span>
            {option.name && <span className={styles['email']}>{option.email}</span>}
          </div>
        ))}
      </div>
      {bad.length > 0 && (
        <p id={`${id}-bad`} className={styles['bad']}>
          {t.notAddresses({
            count: bad.map(({ text: wrong }) => wrong).length,
            texts: bad.map(({ text: wrong }) => wrong).map((text) => `“${text}”`),
          })}
        </p>
      )}
    </div>
  );
}

/** The chip at a place, else the field behind them. */
function focusNth(chips: Element | null, at: number, field: HTMLElement | null): void {
  (chips?.querySelectorAll<HTMLElement>('[data-chip]')[at] ?? field)?.focus();
}

/** Whom the letters may mean, without those who are there already. */
function useContacts(text: string, entries: readonly RecipientEntry[]): RecipientEntry[] {
  const { api } = useServices();
  const q = useDeferredValue(text.trim());
  const { data } = useQuery({ ...contactsQuery(api, q), enabled: q !== '' });
  if (q === '' || text.trim() === '') return [];
  const there = new Set(entries.map(({ email }) => email.toLowerCase()));
  return (data?.contacts ?? [])
    .filter(({ email }) => !there.has(email.toLowerCase()))
    .map(({ display_name, email }) => recipientFor(display_name, email))
    .slice(0, 6);
}

function shown({ name, text }: RecipientEntry): string {
  return name || text;
}

/** A comma within a name that is in quotation marks ends nothing. */
function isInQuotes(text: string): boolean {
  return (text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
}
