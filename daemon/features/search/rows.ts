import type { MessageRow, RowGroup } from '../../contract/fields.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { labelsOfMessages } from '../../mail/labels/labels.ts';
import { threadAggregatesOf } from '../../mail/lists/lists.ts';
import { rowBadgesOf } from '../../mail/lists/row-badges.ts';
import { rowMessages } from '../../mail/messages/messages.ts';
import { rowBuilder, type ListEntry, type RowOptions } from '../../mail/lists/rows.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Scope, ResultRow } from './page.ts';
import type { FoundAttachment } from './store.ts';

type RowGroupOptions = RowOptions & {
  scope: Scope;
  /** All accounts that the caller may see. */
  accounts: readonly Pick<Account, 'id'>[];
};

/** The rows of a page under their day headings. Ranked rows keep their order, so a heading may repeat. */
export function rowGroups(
  db: ReadDb,
  results: readonly ResultRow[],
  { scope, accounts, ...at }: RowGroupOptions,
): RowGroup[] {
  const writer = rowBuilder(at);
  const ids = results.map(({ id }) => id);
  const messages = rowMessages(db, ids);
  const labels = labelsOfMessages(db, ids);
  const badges = rowBadgesOf(db, ids, { accounts, ofThreads: scope === 'threads' });
  const threads = threadAggregatesOf(db, scope === 'threads' ? results.map(({ thread }) => thread) : []);
  const entries = results.flatMap(({ id, thread, attachment }): ListEntry[] => {
    const message = messages.get(id);
    if (!message) return [];
    const aggregate = threads.get(thread);
    if (aggregate)
      return [
        { message, row: { ...writer.threadRow(message, aggregate, labels.get(id), badges.get(id)), kind: 'message' } },
      ];
    const row = writer.messageRow(message, labels.get(id), badges.get(id));
    return [{ message, row: attachment ? attachmentRow(row, attachment) : row }];
  });
  return entries.flatMap((entry) => writer.groups([entry])).reduce(mergeAdjacent, []);
}

function mergeAdjacent(groups: RowGroup[], group: RowGroup): RowGroup[] {
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
