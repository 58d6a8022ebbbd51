import type { MessageRow, RowGroup } from '../../contract/fields.ts';
import { labelsOfMessages } from '../../mail/labels.ts';
import { aggregatesOf } from '../../mail/lists.ts';
import { marksOf } from '../../mail/marks.ts';
import { rowMessages } from '../../mail/messages.ts';
import { rowWriter, type ListEntry, type RowParts } from '../../mail/rows.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Scope, Shown } from './page.ts';
import type { FoundAttachment } from './store.ts';

/** The rows of a page under their day headings. Ranked rows keep their order, so there a heading may come again. */
export function rowGroups(db: ReadDb, shown: readonly Shown[], scope: Scope, parts: RowParts): RowGroup[] {
  const writer = rowWriter(parts);
  const ids = shown.map(({ id }) => id);
  const messages = rowMessages(db, ids);
  const chips = labelsOfMessages(db, ids);
  const marks = marksOf(db, ids, { ofThreads: scope === 'threads' });
  const threads = aggregatesOf(db, scope === 'threads' ? shown.map(({ thread }) => thread) : []);
  const entries = shown.flatMap(({ id, thread, attachment }): ListEntry[] => {
    const message = messages.get(id);
    if (!message) return [];
    const whole = threads.get(thread);
    if (whole)
      return [{ message, row: { ...writer.threadRow(message, whole, chips.get(id), marks.get(id)), kind: 'message' } }];
    const row = writer.messageRow(message, chips.get(id), marks.get(id));
    return [{ message, row: attachment ? attachmentRow(row, attachment) : row }];
  });
  return entries.flatMap((entry) => writer.groups([entry])).reduce(joinedNeighbours, []);
}

function joinedNeighbours(groups: RowGroup[], group: RowGroup): RowGroup[] {
  const last = groups.at(-1);
  if (last?.id === group.id) last.rows.push(...group.rows);
  else groups.push(group);
  return groups;
}

function attachmentRow(row: MessageRow, { attachment_id, filename, mime_type, size }: FoundAttachment): MessageRow {
  return {
    ...row,
    kind: 'attachment',
    snippet: `${mime_type}, ${sizeInWords(size)}`,
    attachment_id,
    attachment_filename: filename,
    attachment_size_bytes: size,
  };
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}
