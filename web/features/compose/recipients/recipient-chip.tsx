import { X } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { strings } from '../../../i18n/strings.ts';
import type { RecipientEntry } from '../../../data/compose/address-list.ts';
import styles from './recipients.module.css';
import type { RecipientKind } from './recipient-kind.ts';

const t = strings.compose;
const kinds: readonly RecipientKind[] = ['to', 'cc', 'bcc'];

type RecipientChipProps = {
  entry: RecipientEntry;
  kind: RecipientKind;
  onEdit: () => void;
  onRemove: () => void;
  /** Moves the focus to the previous or next chip; after the last chip comes the field. */
  onStep: (by: number) => void;
  onMove: (to: RecipientKind) => void;
  /** The attributes that make it draggable. */
  drag: { draggable: true; onDragStart: (event: DragEvent) => void };
};

/** A recipient. Enter edits it, Delete removes it, Alt and the arrow keys move it to the field above or below. */
export function RecipientChip({ entry, kind, onEdit, onRemove, onStep, onMove, drag }: RecipientChipProps) {
  const { name, email, text, isBad } = entry;

  function press(event: KeyboardEvent): void {
    const beside = event.altKey && kinds[kinds.indexOf(kind) + (event.key === 'ArrowDown' ? 1 : -1)];
    const keyHandlers: Record<string, (() => void) | undefined | false> = {
      ArrowLeft: () => onStep(-1),
      ArrowRight: () => onStep(1),
      Backspace: onRemove,
      Delete: onRemove,
      ArrowDown: beside && (() => onMove(beside)),
      ArrowUp: beside && (() => onMove(beside)),
    };
    const keyHandler = keyHandlers[event.key];
    if (!keyHandler) return;
    event.preventDefault();
    keyHandler();
  }

  return (
    <li className={styles['chip']} data-bad={isBad || undefined} {...drag}>
      <button
        type="button"
        className={styles['who']}
        data-chip
        title={text}
        dir="auto"
        aria-label={isBad ? t.badChip({ text }) : name ? `${name} <${email}>` : email}
        aria-keyshortcuts="Delete Alt+ArrowUp Alt+ArrowDown"
        onClick={onEdit}
        onKeyDown={press}
      >
        {name || email || text}
      </button>
      <button
        type="button"
        className={styles['remove']}
        tabIndex={-1}
        aria-label={t.remove({ what: name || text })}
        onClick={onRemove}
      >
        <X />
      </button>
    </li>
  );
}
