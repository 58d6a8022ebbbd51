import { type RefObject, useEffect, useRef } from 'react';
import {
  formatRecipients,
  parseRecipients,
  type RecipientEntry,
  withRecipients,
} from '../../../data/compose/address-list.ts';
import { strings } from '../../../i18n/strings.ts';

const t = strings.compose;

type RecipientEntriesOptions = {
  line: string;
  /** The name of the field. */
  name: string;
  input: RefObject<HTMLInputElement | null>;
  onLine: (line: string) => void;
  onAnnounce: (text: string) => void;
};

/** The recipients of a field: adding, removing, and the focus among their chips. */
export function useRecipientEntries({ line, name, input, onLine, onAnnounce }: RecipientEntriesOptions) {
  const list = useRef<HTMLUListElement>(null);
  /** The position that takes the focus after a removal. */
  const placeToFocus = useRef<number>(undefined);
  const entries = parseRecipients(line);

  /** Focuses the chip at this position, else the text field after the chips. */
  function focus(at: number): void {
    (list.current?.querySelectorAll<HTMLElement>('[data-chip]')[at] ?? input.current)?.focus();
  }

  useEffect(() => {
    const at = placeToFocus.current;
    placeToFocus.current = undefined;
    if (at !== undefined) focus(at);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the line
  }, [line]);

  return {
    list,
    entries,
    focus,

    add(added: readonly RecipientEntry[]): void {
      if (added.length > 0) onAnnounce(t.added({ who: added.map(shown), field: name }));
      onLine(formatRecipients(withRecipients(entries, added)));
    },

    remove(at: number): void {
      const removed = entries[at];
      if (removed) onAnnounce(t.removed({ who: shown(removed), field: name }));
      onLine(formatRecipients(entries.toSpliced(at, 1)));
      placeToFocus.current = at;
    },

    /** Removes an entry without an announcement, because its text is edited. */
    take(at: number): void {
      onLine(formatRecipients(entries.toSpliced(at, 1)));
    },
  };
}

function shown({ name, text }: RecipientEntry): string {
  return name || text;
}
