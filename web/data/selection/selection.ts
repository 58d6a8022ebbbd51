import type { MessageRow } from '../../../daemon/contract/fields.ts';

/** Which conversations of a list are selected. */
export type Selection = {
  /** By conversation, as they were last seen: one may lie beyond what is loaded. */
  chosen: ReadonlyMap<string, MessageRow>;
  /** The two ends of the range that Shift draws out, where there is one. */
  anchor: string | undefined;
  rangeEnd: string | undefined;
  /** All that the list holds, also what is not loaded. */
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

/** Adds a conversation or takes it out. Taken out of the whole list, it leaves the others that are loaded. */
export function withToggled(selection: Selection, row: MessageRow, rows: readonly MessageRow[]): Selection {
  const chosen = new Map(selection.isWhole ? byThread(rows) : selection.chosen);
  if (isSelected(selection, row)) chosen.delete(row.thread_id);
  else chosen.set(row.thread_id, row);
  return { chosen, anchor: row.thread_id, rangeEnd: row.thread_id, isWhole: false };
}

/**
 * Draws the range from its anchor to a conversation, and takes back how far it reached before. Without an anchor it
 * begins at `from`, the conversation that one is at.
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

/** All that is loaded. */
export function selectAllOf(rows: readonly MessageRow[]): Selection {
  return { ...emptySelection, chosen: byThread(rows) };
}

/**
 * What stays selected when the list was read again. A conversation that is not where it would have to be has gone; one
 * that is older than all that is loaded was only pushed out by new mail.
 */
export function retainSelection(selection: Selection, { rows, hasMore, isByDate }: Loaded): Selection {
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

/** Both ends and all between them; nothing where an end is not there. */
function between(rows: readonly MessageRow[], one: string | undefined, other: string | undefined): MessageRow[] {
  const ends = [one, other].map((id) => rows.findIndex(({ thread_id }) => thread_id === id));
  return ends.includes(-1) ? [] : rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
