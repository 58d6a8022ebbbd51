import type { Call, InputOf } from '../../handling.ts';
import { addressKey } from '../../mail/contact-changes.ts';
import { labelsOfMessages } from '../../mail/labels.ts';
import { aggregatesOf } from '../../mail/lists.ts';
import { marksOf } from '../../mail/marks.ts';
import { messagesByIds } from '../../mail/messages.ts';
import type { rowWriter } from '../../mail/rows.ts';
import { mailFrom } from '../../mail/senders.ts';
import { countSubscriptions, subscriptionsOf } from '../../mail/subscriptions.ts';
import type { ReadDb } from '../../store/db.ts';
import type { mailboxRequests } from './contract.ts';
import { parseCursor } from './cursor.ts';

type List = (typeof mailboxRequests)['list'];
type ListInput = Pick<InputOf<List>, 'view' | 'limit' | 'offset' | 'cursor' | 'sender_email'>;
/** A message by its internal id, and where it stands. */
type Place = { message: number; sort_key: number };
type Listed = { places: Place[]; next: string | undefined; counts: { unread: number; total: number } };

/** The newest message of each subscription; with `sender_email`, the mail of that sender. */
export function subscriptionPage(
  { db, accounts }: Pick<Call<List>, 'db' | 'accounts'>,
  input: ListInput,
  writer: ReturnType<typeof rowWriter>,
) {
  const { places, next, counts } = input.sender_email
    ? fromSender(db, accounts, { ...input, sender_email: input.sender_email })
    : newestOfEach(db, accounts, input);
  const entries = entriesOf(db, places, input.view, writer);
  const unread = input.sender_email ? counts.unread : entries.filter(({ row }) => row.unread).length;
  return { name: input.sender_email ?? 'Subscriptions', entries, next, counts: { ...counts, unread } };
}

type Accounts = Call<List>['accounts'];

function newestOfEach(db: ReadDb, accounts: Accounts, input: ListInput): Listed {
  const wanted = { limit: input.limit + 1, ...startOf(input) };
  const found = subscriptionsOf(db, accounts, wanted);
  const counts = { unread: 0, total: countSubscriptions(db, accounts) };
  return { ...paged(found, input.limit), counts };
}

function fromSender(db: ReadDb, accounts: Accounts, input: ListInput & { sender_email: string }): Listed {
  const { view, limit, sender_email } = input;
  const { before, offset } = startOf(input);
  const ids = accounts.map(({ id }) => id);
  const all = mailFrom(db, ids, addressKey(sender_email));
  const shown = view === 'messages' ? all : newestOfThreads(all);
  const unreadThreads = new Set(all.filter(({ isUnread }) => isUnread).map(({ thread }) => thread));
  const isUnread = (each: (typeof all)[number]) =>
    view === 'messages' ? each.isUnread : unreadThreads.has(each.thread);
  const rest = before === undefined ? shown : shown.filter(({ sort_key }) => sort_key < before);
  const places = rest.slice(offset, offset + limit + 1).map(({ id, sort_key }) => ({ message: id, sort_key }));
  return { ...paged(places, limit), counts: { unread: shown.filter(isUnread).length, total: shown.length } };
}

function newestOfThreads<Sent extends { thread: number }>(mail: readonly Sent[]): Sent[] {
  const seen = new Set<number>();
  return mail.filter(({ thread }) => !seen.has(thread) && seen.add(thread));
}

function startOf({ cursor, offset }: ListInput): { before?: number; offset: number } {
  return cursor === undefined ? { offset } : { before: parseCursor(cursor).position, offset: 0 };
}

function paged(found: readonly Place[], limit: number): Pick<Listed, 'places' | 'next'> {
  const places = found.slice(0, limit);
  const last = places.at(-1);
  return { places, next: found.length > limit && last ? `${last.sort_key}.${last.message}` : undefined };
}

function entriesOf(
  db: ReadDb,
  places: readonly Place[],
  view: ListInput['view'],
  writer: ReturnType<typeof rowWriter>,
) {
  const ids = places.map(({ message }) => message);
  const messages = messagesByIds(db, ids);
  const chips = labelsOfMessages(db, ids);
  const marks = marksOf(db, ids, { ofThreads: view === 'threads' });
  const threads = aggregatesOf(
    db,
    messages.map(({ thread }) => thread),
  );
  return messages.map((message) => {
    const thread = view === 'threads' ? threads.get(message.thread) : undefined;
    const own = [chips.get(message.id), marks.get(message.id)] as const;
    const row = thread ? writer.threadRow(message, thread, ...own) : writer.messageRow(message, ...own);
    return { message, row };
  });
}
