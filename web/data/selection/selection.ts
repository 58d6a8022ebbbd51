import type { MessageRow } from '../../../daemon/contract/fields.ts';

/** The selected conversations of a list. */
export type Selection = {
  /** Selected rows by thread id, as last read; a row may be beyond the loaded rows. */
  chosen: ReadonlyMap<string, MessageRow>;
  /** Both ends of the range that Shift extends, if there is one. */
  anchor: string | undefined;
  rangeEnd: string | undefined;
  /** All conversations of the list, including those that are not loaded. */
  isWhole: boolean;
};

/** The loaded conversations of a list, and whether there are more. */
type Loaded = { rows: readonly MessageRow[]; hasMore: boolean; isByDate: boolean };

export const emptySelection: Selection = { chosen: new Map(), anchor: undefined, rangeEnd: undefined, isWhole: false };

export function isSelected({ chosen, isWhole }: Selection, { thread_id }: MessageRow): boolean {
  return isWhole || chosen.has(thread_id);
}

export function isEmpty({ chosen, isWhole }: Selection): boolean {
  return !isWhole && chosen.size === 0;
}

/** Toggles a conversation. If the whole list is selected, the other loaded conversations stay selected. */
export function withToggled(selection: Selection, row: MessageRow, rows: readonly MessageRow[]): Selection {
  const chosen = new Map(selection.isWhole ? byThread(rows) : selection.chosen);
  if (isSelected(selection, row)) chosen.delete(row.thread_id);
  else chosen.set(row.thread_id, row);
  return { chosen, anchor: row.thread_id, rangeEnd: row.thread_id, isWhole: false };
}

/**
 * Moves the end of the range to a conversation; rows that leave the range are deselected. Without an anchor the range starts
 * at `from`, the current conversation.
 */
export function withRangeTo(
  selection: Selection,
  row: MessageRow,
  rows: readonly MessageRow[],
  from: string | undefined,
): Selection {
  const has = (id: string | undefined) => rows.some(({ thread_id }) => thread_id === id);
  const anchor = [selection.anchor, from].find(has) ?? row.thread_id;
  const chosen = new Map(selection.chosen);
  if (has(selection.anchor)) {
    for (const { thread_id } of between(rows, anchor, selection.rangeEnd)) chosen.delete(thread_id);
  }
  for (const each of between(rows, anchor, row.thread_id)) chosen.set(each.thread_id, each);
  return { chosen, anchor, rangeEnd: row.thread_id, isWhole: selection.isWhole };
}

/** All loaded conversations. */
export function selectAllOf(rows: readonly MessageRow[]): Selection {
  return { ...emptySelection, chosen: byThread(rows) };
}

/**
 * The selection after the list was refetched. A conversation that should be among the loaded rows and is not has left the
 * list. A conversation older than all loaded rows was only displaced by new mail.
 */
export function retainSelection(selection: Selection, { rows, hasMore, isByDate }: Loaded): Selection {
  if (isEmpty(selection)) return selection;
  const now = byThread(rows);
  const oldest = rows.at(-1)?.date ?? '';
  const isBeyond = ({ date }: MessageRow) => hasMore && (!isByDate || date <= oldest);
  const chosen = new Map(
    [...selection.chosen].flatMap(([id, row]) => {
      const current = now.get(id) ?? (isBeyond(row) ? row : undefined);
      return current ? [[id, current] as const] : [];
    }),
  );
  return { ...selection, chosen, isWhole: selection.isWhole && rows.length > 0 };
}

function byThread(rows: readonly MessageRow[]): Map<string, MessageRow> {
  return new Map(rows.map((row) => [row.thread_id, row]));
}

/** The rows from one end to the other; empty if an end is not in the list. */
function between(rows: readonly MessageRow[], one: string | undefined, other: string | undefined): MessageRow[] {
  const ends = [one, other].map((id) => rows.findIndex(({ thread_id }) => thread_id === id));
  return ends.includes(-1) ? [] : rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
