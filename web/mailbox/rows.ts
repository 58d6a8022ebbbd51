import type { MessageRow, RowGroup } from '../../daemon/contract/fields.ts';

/** A line of the list: the heading of a span of days, or a conversation with its place among all conversations. */
export type Line = { kind: 'heading'; id: string; label: string } | { kind: 'row'; row: MessageRow; place: number };

/** Puts the groups of all pages under one heading each. A conversation that moved while paging is listed once. */
export function linesOf(pages: readonly { groups: readonly RowGroup[] }[]): Line[] {
  const lines: Line[] = [];
  const seen = new Set<string>();
  let heading = '';
  let place = 0;
  for (const { id, label, rows } of pages.flatMap(({ groups }) => groups)) {
    for (const row of rows) {
      if (seen.has(row.thread_id)) continue;
      seen.add(row.thread_id);
      if (heading !== id) lines.push({ kind: 'heading', id, label });
      heading = id;
      lines.push({ kind: 'row', row, place: (place += 1) });
    }
  }
  return lines;
}

/** The conversations alone, in order. */
export function rowsOf(lines: readonly Line[]): MessageRow[] {
  return lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
}

/** The conversation `step` places away, held at both ends; the first where `from` is not among them. */
export function neighbour(rows: readonly MessageRow[], from: string | undefined, step: number): MessageRow | undefined {
  const at = rows.findIndex(({ thread_id }) => thread_id === from);
  if (at < 0) return rows[0];
  return rows[Math.min(rows.length - 1, Math.max(0, at + step))];
}

/** Where one goes on when the conversation one was at has left the list: the next that is still there, else the last before. */
export function survivor(
  before: readonly MessageRow[],
  after: readonly MessageRow[],
  gone: string,
): MessageRow | undefined {
  const there = new Map(after.map((row) => [row.thread_id, row]));
  const at = before.findIndex(({ thread_id }) => thread_id === gone);
  const inOrder = [...before.slice(at + 1), ...before.slice(0, Math.max(0, at)).toReversed()];
  return inOrder.map(({ thread_id }) => there.get(thread_id)).find((row) => row !== undefined);
}

export type Mark =
  { kind: 'attachment' } | { kind: 'star' } | { kind: 'label'; id: string; name: string; color: string | null };

const marksAtMost = 3;

/** What a row carries beside its words, three at the most. The label one is looking at says nothing new. */
export function marksOf(row: MessageRow, shownLabel: string | undefined): Mark[] {
  const labels = (row.labels ?? []).filter(({ id, kind }) => kind !== 'system' && id !== shownLabel);
  const marks: Mark[] = [
    ...(row.has_attachments ? [{ kind: 'attachment' as const }] : []),
    ...(row.starred ? [{ kind: 'star' as const }] : []),
    ...labels.map(({ id, name, color }) => ({ kind: 'label' as const, id, name, color })),
  ];
  return marks.slice(0, marksAtMost);
}
