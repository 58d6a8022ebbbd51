import type { Account } from '../accounts/accounts.ts';
import { labelsOfMessages } from '../labels/labels.ts';
import { rowMessages } from '../messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import type { ListedThread } from './lists.ts';
import { rowBadgesOf } from './row-badges.ts';
import type { ListEntry, rowBuilder } from './rows.ts';

type ThreadRowOptions = {
  writer: ReturnType<typeof rowBuilder>;
  /** All accounts that the caller may see. */
  accounts: readonly Pick<Account, 'id'>[];
};

/** The rows of listed conversations, in their order. */
export function threadRows(
  db: ReadDb,
  listed: readonly ListedThread[],
  { writer, accounts }: ThreadRowOptions,
): ListEntry[] {
  const ids = listed.map(({ message }) => message);
  const messages = rowMessages(db, ids);
  const labels = labelsOfMessages(db, ids);
  const badges = rowBadgesOf(db, ids, { accounts, ofThreads: true });
  return listed.flatMap((thread) => {
    const message = messages.get(thread.message);
    if (!message) return [];
    return [{ message, row: writer.threadRow(message, thread, labels.get(message.id), badges.get(message.id)) }];
  });
}
