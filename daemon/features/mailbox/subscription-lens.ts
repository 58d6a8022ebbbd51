import type { Call, InputOf } from '../../handler-types.ts';
import { addressKey } from '../../mail/contacts/changes.ts';
import { labelsOfMessages } from '../../mail/labels/labels.ts';
import { threadAggregatesOf } from '../../mail/lists/lists.ts';
import { rowBadgesOf } from '../../mail/lists/row-badges.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import type { threadRows } from '../../mail/lists/thread-rows.ts';
import { messagesFromSender } from '../../mail/contacts/senders.ts';
import { countSubscriptions, subscriptionsOf } from '../../mail/subscriptions/subscriptions.ts';
import type { ReadDb } from '../../store/db.ts';
import type { mailboxRequests } from './contract.ts';
import { parseCursor } from '../../mail/lists/cursor.ts';

type List = (typeof mailboxRequests)['list'];
type ListInput = Pick<InputOf<List>, 'view' | 'limit' | 'offset' | 'cursor' | 'sender_email'>;
/** A message by its internal id, and its sort position. */
type MessagePosition = { message: number; sort_key: number };
type PagePositions = {
  positions: MessagePosition[];
  next: string | undefined;
  counts: { unread: number; total: number };
};

type RowsOptions = Parameters<typeof threadRows>[2];

/** The newest message of each subscription; with `sender_email`, the mail of that sender. */
export function subscriptionPage(
  { db, accounts }: Pick<Call<List>, 'db' | 'accounts'>,
  input: ListInput,
  options: RowsOptions,
) {
  const { positions, next, counts } = input.sender_email
    ? pageFromSender(db, accounts, { ...input, sender_email: input.sender_email })
    : newestPerSubscription(db, accounts, input);
  const entries = entriesOf(db, positions, input.view, options);
  const unread = input.sender_email ? counts.unread : entries.filter(({ row }) => row.unread).length;
  return { name: input.sender_email ?? 'Subscriptions', entries, next, counts: { ...counts, unread } };
}

type Accounts = Call<List>['accounts'];

function newestPerSubscription(db: ReadDb, accounts: Accounts, input: ListInput): PagePositions {
  const range = { limit: input.limit + 1, ...startOf(input) };
  const found = subscriptionsOf(db, accounts, range);
  const counts = { unread: 0, total: countSubscriptions(db, accounts) };
  return { ...paginate(found, input.limit), counts };
}

function pageFromSender(db: ReadDb, accounts: Accounts, input: ListInput & { sender_email: string }): PagePositions {
  const { view, limit, sender_email } = input;
  const { before, offset } = startOf(input);
  const ids = accounts.map(({ id }) => id);
  const all = messagesFromSender(db, ids, addressKey(sender_email));
  const shown = view === 'messages' ? all : newestPerThread(all);
  const unreadThreads = new Set(all.filter(({ isUnread }) => isUnread).map(({ thread }) => thread));
  const isUnread = (each: (typeof all)[number]) =>
    view === 'messages' ? each.isUnread : unreadThreads.has(each.thread);
  const older = before === undefined ? shown : shown.filter(({ sort_key }) => sort_key < before);
  const positions = older.slice(offset, offset + limit + 1).map(({ id, sort_key }) => ({ message: id, sort_key }));
  return { ...paginate(positions, limit), counts: { unread: shown.filter(isUnread).length, total: shown.length } };
}

function newestPerThread<Sent extends { thread: number }>(mail: readonly Sent[]): Sent[] {
  const seen = new Set<number>();
  return mail.filter(({ thread }) => !seen.has(thread) && seen.add(thread));
}

function startOf({ cursor, offset }: ListInput): { before?: number; offset: number } {
  return cursor === undefined ? { offset } : { before: parseCursor(cursor).position, offset: 0 };
}

function paginate(found: readonly MessagePosition[], limit: number): Pick<PagePositions, 'positions' | 'next'> {
  const positions = found.slice(0, limit);
  const last = positions.at(-1);
  return { positions, next: found.length > limit && last ? `${last.sort_key}.${last.message}` : undefined };
}

function entriesOf(
  db: ReadDb,
  positions: readonly MessagePosition[],
  view: ListInput['view'],
  { writer, accounts }: RowsOptions,
) {
  const ids = positions.map(({ message }) => message);
  const messages = messagesByIds(db, ids);
  const labelsByMessage = labelsOfMessages(db, ids);
  const badges = rowBadgesOf(db, ids, { accounts, ofThreads: view === 'threads' });
  const threads = threadAggregatesOf(
    db,
    messages.map(({ thread }) => thread),
  );
  return messages.map((message) => {
    const thread = view === 'threads' ? threads.get(message.thread) : undefined;
    const labelsAndBadges = [labelsByMessage.get(message.id), badges.get(message.id)] as const;
    const row = thread
      ? writer.threadRow(message, thread, ...labelsAndBadges)
      : writer.messageRow(message, ...labelsAndBadges);
    return { message, row };
  });
}
