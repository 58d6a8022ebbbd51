import { isDeepStrictEqual } from 'node:util';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';

export type ThreadSender = { name: string | null; email: string; me: boolean };

/** The fields of a message that the summary of its conversation needs. */
export type ThreadMember = {
  flags: number;
  attachment_count: number;
  name: string | null;
  email: string;
  direction: 'inbound' | 'outbound';
};

/** Updates the summary of a conversation after its messages changed; deletes an empty conversation. */
export function refreshThread(db: WriteDb, thread: number): void {
  const members = db.all<ThreadMember>(sql`
    SELECT flags, attachment_count, from_name AS name, from_email AS email, direction
    FROM messages WHERE thread = ${thread} ORDER BY sort_key`);
  saveThread(db, thread, { members, current: currentEntries(db, thread), expected: expectedEntries(db, thread) });
}

/** The same for many conversations, which are read together: single reads take several times as long. */
export function refreshThreads(db: WriteDb, threads: readonly number[]): void {
  const stateOf = threadStates(db, threads);
  for (const thread of threads) saveThread(db, thread, stateOf(thread));
}

/** The conversations among these whose summary differs from their messages, or that have none. */
export function driftedThreads(db: ReadDb, threads: readonly number[]): number[] {
  const stateOf = threadStates(db, threads);
  const stored = db.all<{ id: number } & Summary>(sql`
    SELECT id, message_count, unread_count, starred, has_attachments, senders FROM threads
    WHERE id IN (SELECT value FROM json_each(${jsonList(threads)}))`);
  return stored.flatMap(({ id, ...summary }) => {
    const { members, current, expected } = stateOf(id);
    const isAsStored =
      members.length > 0 && isDeepStrictEqual(summary, summaryOf(members)) && hasSameEntries(current, expected);
    return isAsStored ? [] : [id];
  });
}

function hasSameEntries(current: readonly LabelThreadEntry[], expected: readonly LabelThreadEntry[]): boolean {
  const keysOf = (entries: readonly LabelThreadEntry[]) =>
    entries.map(({ label, position, message, unread }) => [label, position, message, unread].join(' ')).toSorted();
  return isDeepStrictEqual(keysOf(current), keysOf(expected));
}

/** The stored state of each of these conversations. */
function threadStates(db: ReadDb, threads: readonly number[]): (thread: number) => ThreadState {
  const threadIds = jsonList(threads);
  const members = byThread(
    db.all<ThreadMember & { thread: number }>(sql`
      SELECT thread, flags, attachment_count, from_name AS name, from_email AS email, direction
      FROM messages WHERE thread IN (SELECT value FROM json_each(${threadIds})) ORDER BY sort_key`),
  );
  const current = byThread(
    db.all<LabelThreadEntry & { thread: number }>(sql`
      SELECT thread, label, position, message, unread FROM label_threads
      WHERE thread IN (SELECT value FROM json_each(${threadIds}))`),
  );
  const expected = byThread(
    db.all<LabelThreadEntry & { thread: number }>(sql`
      SELECT m.thread, lm.label, max(lm.position) AS position, lm.message, sum(lm.unread) > 0 AS unread
      FROM messages m JOIN label_messages lm ON lm.message = m.id
      WHERE m.thread IN (SELECT value FROM json_each(${threadIds})) GROUP BY m.thread, lm.label`),
  );
  return (thread) => ({
    members: members.get(thread) ?? [],
    current: current.get(thread) ?? [],
    expected: expected.get(thread) ?? [],
  });
}

function byThread<Row extends { thread: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ thread }) => thread);
}

type ThreadState = {
  members: readonly ThreadMember[];
  current: readonly LabelThreadEntry[];
  expected: readonly LabelThreadEntry[];
};

function saveThread(db: WriteDb, thread: number, { members, current, expected }: ThreadState): void {
  if (members.length === 0) {
    db.run(sql`DELETE FROM threads WHERE id = ${thread}`);
    return;
  }
  const { message_count, unread_count, starred, has_attachments, senders } = summaryOf(members);
  db.run(sql`
    UPDATE threads SET message_count = ${message_count}, unread_count = ${unread_count}, starred = ${starred},
      has_attachments = ${has_attachments}, senders = ${senders}
    WHERE id = ${thread}`);
  saveEntries(db, thread, current, expected);
}

/** The summary in a conversation's row. */
type Summary = {
  message_count: number;
  unread_count: number;
  starred: number;
  has_attachments: number;
  senders: string;
};

function summaryOf(members: readonly ThreadMember[]): Summary {
  return {
    message_count: members.length,
    unread_count: members.filter(({ flags }) => !(flags & flagBits.READ)).length,
    starred: members.some(({ flags }) => flags & flagBits.STARRED) ? 1 : 0,
    has_attachments: members.some(({ attachment_count }) => attachment_count > 0) ? 1 : 0,
    senders: JSON.stringify(sendersOf(members)),
  };
}

/** The same for a new conversation with a single message. */
export function startThread(
  db: WriteDb,
  thread: number,
  first: ThreadMember & { id: number; position: number; labels: readonly number[] },
): void {
  const { id, position, flags, attachment_count, labels } = first;
  const unread = !(flags & flagBits.READ);
  db.run(sql`
    UPDATE threads SET message_count = 1, unread_count = ${unread}, starred = ${(flags & flagBits.STARRED) !== 0},
      has_attachments = ${attachment_count > 0}, senders = ${JSON.stringify(sendersOf([first]))}
    WHERE id = ${thread}`);
  for (const label of labels) insertEntry(db, thread, { label, position, message: id, unread });
}

/** The first and the last senders, without duplicates, by their latest names. */
function sendersOf(members: readonly ThreadMember[]): ThreadSender[] {
  const distinct = new Map(
    members.map(({ name, email, direction }) => [email, { name, email, me: direction === 'outbound' }]),
  );
  const senders = [...distinct.values()];
  return senders.length <= 6 ? senders : [...senders.slice(0, 2), ...senders.slice(-4)];
}

type LabelThreadEntry = { label: number; position: number; message: number; unread: number };

/**
 * In each label, a conversation has the position of its newest message with that label, and is unread if one of them
 * is.
 */
function saveEntries(
  db: WriteDb,
  thread: number,
  current: readonly LabelThreadEntry[],
  expected: readonly LabelThreadEntry[],
): void {
  const obsolete = new Map(current.map((entry) => [entry.label, entry]));
  for (const entry of expected) {
    const before = obsolete.get(entry.label);
    obsolete.delete(entry.label);
    if (!before) insertEntry(db, thread, { ...entry, unread: entry.unread === 1 });
    else if (before.position !== entry.position || before.message !== entry.message || before.unread !== entry.unread) {
      db.run(sql`
        UPDATE label_threads SET position = ${entry.position}, message = ${entry.message}, unread = ${entry.unread}
        WHERE thread = ${thread} AND label = ${entry.label}`);
    }
  }
  for (const label of obsolete.keys())
    db.run(sql`DELETE FROM label_threads WHERE thread = ${thread} AND label = ${label}`);
}

function insertEntry(
  db: WriteDb,
  thread: number,
  { label, position, message, unread }: Omit<LabelThreadEntry, 'unread'> & { unread: boolean },
): void {
  db.run(sql`
    INSERT INTO label_threads (label, position, thread, message, unread)
    VALUES (${label}, ${position}, ${thread}, ${message}, ${unread})`);
}

function currentEntries(db: ReadDb, thread: number): LabelThreadEntry[] {
  return db.all<LabelThreadEntry>(
    sql`SELECT label, position, message, unread FROM label_threads WHERE thread = ${thread}`,
  );
}

function expectedEntries(db: ReadDb, thread: number): LabelThreadEntry[] {
  // SQLite takes the bare column `message` from the row with the maximum, because there is no other min or max here.
  return db.all<LabelThreadEntry>(sql`
    SELECT lm.label, max(lm.position) AS position, lm.message, sum(lm.unread) > 0 AS unread
    FROM messages m JOIN label_messages lm ON lm.message = m.id WHERE m.thread = ${thread} GROUP BY lm.label`);
}
