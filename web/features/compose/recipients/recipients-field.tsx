import { useEffect, useId, useRef } from 'react';
import type { RecipientEntry } from '../../../data/compose/address-list.ts';
import { strings } from '../../../i18n/strings.ts';
import { RecipientChip } from './recipient-chip.tsx';
import { draggedEntry, useRecipientDrop } from './recipient-drag.ts';
import type { RecipientKind } from './recipient-kind.ts';
import { RecipientOptions } from './recipient-options.tsx';
import styles from './recipients.module.css';
import { useRecipientEntries } from './use-recipient-entries.ts';
import { useRecipientInput } from './use-recipient-input.ts';

const t = strings.compose;

type RecipientsFieldProps = {
  kind: RecipientKind;
  line: string;
  onLine: (line: string) => void;
  /** Moves an entry to another field. */
  onMove: (entry: RecipientEntry, from: RecipientKind, to: RecipientKind) => void;
  onAnnounce: (text: string) => void;
  /** Changes each time the user opens the field. */
  focusRequest: number | undefined;
};

/** The recipients of one kind: a chip for each, and a field that suggests contacts. */
export function RecipientsField({ kind, line, onLine, onMove, onAnnounce, focusRequest }: RecipientsFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const name = t.fields[kind];
  const { list, entries, focus, add, remove, take } = useRecipientEntries({ line, name, input, onLine, onAnnounce });
  const field = useRecipientInput({ entries, onAdd: add, onBack: () => focus(entries.length - 1) });
  const { isOver, handlers } = useRecipientDrop((entry, from) => from !== kind && onMove(entry, from, kind));
  useEffect(() => {
    if (focusRequest !== undefined) input.current?.focus();
  }, [focusRequest]);

  function edit(at: number, { text }: RecipientEntry): void {
    take(at);
    field.type(text);
    input.current?.focus();
  }

  const bad = entries.filter(({ isBad }) => isBad).map(({ text }) => text);
  return (
    <div className={styles['row']} data-over={isOver || undefined} role="group" aria-label={name} {...handlers}>
      <label className={styles['name']} htmlFor={`${id}-input`}>
        {name}
      </label>
      <div className={styles['people']}>
        {entries.length > 0 && (
          <ul ref={list} className={styles['chips']} aria-label={t.peopleOf({ field: name })}>
            {entries.map((entry, at) => (
              <RecipientChip
                key={entry.text}
                entry={entry}
                kind={kind}
                onEdit={() => edit(at, entry)}
                onRemove={() => remove(at)}
                onStep={(by) => focus(Math.max(0, at + by))}
                onMove={(to) => onMove(entry, kind, to)}
                drag={draggedEntry(entry, kind)}
              />
            ))}
          </ul>
        )}
        <input
          {...field.combobox.fieldProps}
          ref={input}
          id={`${id}-input`}
          data-recipients={kind}
          className={styles['input']}
          aria-describedby={bad.length > 0 ? `${id}-bad` : undefined}
          value={field.text}
          onChange={({ target }) => field.type(target.value)}
          onKeyDown={field.press}
          onPaste={field.paste}
          onBlur={field.addRest}
        />
      </div>
      <RecipientOptions options={field.options} combobox={field.combobox} />
      {bad.length > 0 && (
        <p id={`${id}-bad`} className={styles['bad']}>
          {t.notAddresses({ count: bad.length, texts: bad.map((text) => `“${text}”`) })}
        </p>
      )}
    </div>
  );
}
