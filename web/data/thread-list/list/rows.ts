import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { dayHeadings } from './day-headings.ts';
import type { PageGroup } from './pages.ts';

/** An item of the list: a heading with its own id, or a conversation with its index among all conversations. */
export type ListLine =
  { kind: 'heading'; id: string; groupId: string; label: string } | { kind: 'row'; row: MessageRow; rowNumber: number };

/**
 * Groups the conversations of all pages under headings: by day if the list `isByDay`, else by its groups. A conversation
 * that moved between two page loads is listed once.
 */
export function listLinesOf(pages: readonly { groups: readonly PageGroup[] }[], { isByDay = false } = {}): ListLine[] {
  const entries = entriesOf(pages);
  const headings = isByDay ? dayHeadings(entries) : entries.map(({ group: id, label }) => ({ id, label }));
  const used = new Map<string, number>();
  return entries.flatMap(({ row }, at): ListLine[] => {
    const line: ListLine = { kind: 'row', row, rowNumber: at + 1 };
    const heading = headings[at];
    if (!heading || heading.id === headings[at - 1]?.id) return [line];
    const times = used.get(heading.id) ?? 0;
    used.set(heading.id, times + 1);
    return [{ kind: 'heading', id: `${heading.id} ${times}`, groupId: heading.id, label: heading.label }, line];
  });
}

/** The stable key of an item. */
export function lineId(line: ListLine): string {
  return line.kind === 'heading' ? `heading ${line.id}` : line.row.thread_id;
}

/** The index of the heading above an item; -1 without one. */
export function headingAbove(lines: readonly ListLine[], at: number): number {
  let index = Math.min(at, lines.length - 1);
  while (index >= 0 && lines[index]?.kind !== 'heading') index -= 1;
  return index;
}

function entriesOf(pages: readonly { groups: readonly PageGroup[] }[]) {
  const seen = new Set<string>();
  return pages.flatMap(({ groups }) =>
    groups.flatMap(({ id: group, label, rows }) =>
      rows.filter(({ thread_id }) => !seen.has(thread_id) && seen.add(thread_id)).map((row) => ({ row, group, label })),
    ),
  );
}

/** Only the conversations, in order. */
export function rowsOf(lines: readonly ListLine[]): MessageRow[] {
  return lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
}

/** The conversation `step` positions away, limited to both ends; the first if `from` is not in the list. */
export function neighbour(rows: readonly MessageRow[], from: string | undefined, step: number): MessageRow | undefined {
  const at = rows.findIndex(({ thread_id }) => thread_id === from);
  if (at < 0) return rows[0];
  return rows[Math.min(rows.length - 1, Math.max(0, at + step))];
}

/**
 * The next current conversation after the current one has left the list: the next that is still there, else the previous.
 */
export function rowAfterRemoval(
  before: readonly MessageRow[],
  after: readonly MessageRow[],
  removedId: string,
): MessageRow | undefined {
  const remaining = new Map(after.map((row) => [row.thread_id, row]));
  const at = before.findIndex(({ thread_id }) => thread_id === removedId);
  const inOrder = [...before.slice(at + 1), ...before.slice(0, Math.max(0, at)).toReversed()];
  return inOrder.map(({ thread_id }) => remaining.get(thread_id)).find((row) => row !== undefined);
}

export type RowBadge =
  | { kind: 'attachment' }
  | { kind: 'star' }
  | { kind: 'muted' }
  | { kind: 'suspicious' }
  | { kind: 'label'; id: string; name: string; color: string | null };

const maxBadges = 3;

/** The marks of a row, at most three, a warning first. The label whose list is shown is omitted. */
export function badgesOf(row: MessageRow, shownLabel: string | undefined): RowBadge[] {
  const labels = (row.labels ?? []).filter(({ id, kind }) => kind !== 'system' && id !== shownLabel);
  const badges: RowBadge[] = [
    ...(row.suspicious ? [{ kind: 'suspicious' as const }] : []),
    ...(row.has_attachments ? [{ kind: 'attachment' as const }] : []),
    ...(row.starred ? [{ kind: 'star' as const }] : []),
    ...(row.muted ? [{ kind: 'muted' as const }] : []),
    ...labels.map(({ id, name, color }) => ({ kind: 'label' as const, id, name, color })),
  ];
  return badges.slice(0, maxBadges);
}
