import { isDeepStrictEqual } from 'node:util';
import { jsonList, sql, type ReadDb, type WriteDb } from '../store/db.ts';
import { flagBits } from './flags.ts';

export type ThreadSender = { name: string | null; email: string; me: boolean };

/** A message as far as its conversation's summary needs it. */
export type Member = {
  flags: number;
  attachment_count: number;
  name: string | null;
  email: string;
  direction: 'inbound' | 'outbound';
};

/** Brings what lists show of a conversation up to date after its messages changed; an empty one goes. */
export function refreshThread(db: WriteDb, thread: number): void {
  const members = db.all<Member>(sql`
    SELECT flags, attachment_count, from_name AS name, from_email AS email, direction
    FROM messages WHERE thread = ${thread} ORDER BY sort_key`);
  saveThread(db, thread, { members, present: placesOf(db, thread), wanted: wantedPlaces(db, thread) });
}

/** The same for many conversations, which are read at one go: one by one that takes several times as long. */
export function refreshThreads(db: WriteDb, threads: readonly number[]): void {
  const stateOf = threadStates(db, threads);
  for (const thread of threads) saveThread(db, thread, stateOf(thread));
}

/** Which of these conversations are shown otherwise than their messages have it, or have none. */
export function driftedThreads(db: ReadDb, threads: readonly number[]): number[] {
  const stateOf = threadStates(db, threads);
  const stored = db.all<{ id: number } & Summary>(sql`
    SELECT id, message_count, unread_count, starred, has_attachments, senders FROM threads
    WHERE id IN (SELECT value FROM json_each(${jsonList(threads)}))`);
  return stored.flatMap(({ id, ...shown }) => {
    const { members, present, wanted } = stateOf(id);
    const isAsStored = members.length > 0 && isDeepStrictEqual(shown, summaryOf(members)) && isSame(present, wanted);
    return isAsStored ? [] : [id];
  });
}

function isSame(present: readonly Place[], wanted: readonly Place[]): boolean {
  const placesIn = (places: readonly Place[]) =>
    places.map(({ label, position, message, unread }) => [label, position, message, unread].join(' ')).toSorted();
  return isDeepStrictEqual(placesIn(present), placesIn(wanted));
}

/** What there is of each of these conversations. */
function threadStates(db: ReadDb, threads: readonly number[]): (thread: number) => ThreadState {
  const named = jsonList(threads);
  const members = byThread(
    db.all<Member & { thread: number }>(sql`
      SELECT thread, flags, attachment_count, from_name AS name, from_email AS email, direction
      FROM messages WHERE thread IN (SELECT value FROM json_each(${named})) ORDER BY sort_key`),
  );
  const present = byThread(
    db.all<Place & { thread: number }>(sql`
      SELECT thread, label, position, message, unread FROM label_threads
      WHERE thread IN (SELECT value FROM json_each(${named}))`),
  );
  const wanted = byThread(
    db.all<Place & { thread: number }>(sql`
      SELECT m.thread, lm.label, max(lm.position) AS position, lm.message, sum(lm.unread) > 0 AS unread
      FROM messages m JOIN label_messages lm ON lm.message = m.id
      WHERE m.thread IN (SELECT value FROM json_each(${named})) GROUP BY m.thread, lm.label`),
  );
  return (thread) => ({
    members: members.get(thread) ?? [],
    present: present.get(thread) ?? [],
    wanted: wanted.get(thread) ?? [],
  });
}

function byThread<Row extends { thread: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ thread }) => thread);
}

type ThreadState = { members: readonly Member[]; present: readonly Place[]; wanted: readonly Place[] };

function saveThread(db: WriteDb, thread: number, { members, present, wanted }: ThreadState): void {
  if (members.length === 0) {
    db.run(sql`DELETE FROM threads WHERE id = ${thread}`);
    return;
  }
  const { message_count, unread_count, starred, has_attachments, senders } = summaryOf(members);
  db.run(sql`
    UPDATE threads SET message_count = ${message_count}, unread_count = ${unread_count}, starred = ${starred},
      has_attachments = ${has_attachments}, senders = ${senders}
    WHERE id = ${thread}`);
  savePlaces(db, thread, present, wanted);
}

/** What a conversation's row says of its messages. */
type Summary = {
  message_count: number;
  unread_count: number;
  starred: number;
  has_attachments: number;
  senders: string;
};

function summaryOf(members: readonly Member[]): Summary {
  return {
    message_count: members.length,
    unread_count: members.filter(({ flags }) => !(flags & flagBits.READ)).length,
    starred: members.some(({ flags }) => flags & flagBits.STARRED) ? 1 : 0,
    has_attachments: members.some(({ attachment_count }) => attachment_count > 0) ? 1 : 0,
    senders: JSON.stringify(sendersOf(members)),
  };
}

/** The same for a conversation that was made this moment, of the one message it has. */
export function startThread(
  db: WriteDb,
  thread: number,
  first: Member & { id: number; position: number; labels: readonly number[] },
): void {
  const { id, position, flags, attachment_count, labels } = first;
  const unread = !(flags & flagBits.READ);
  db.run(sql`
    UPDATE threads SET message_count = 1, unread_count = ${unread}, starred = ${(flags & flagBits.STARRED) !== 0},
      has_attachments = ${attachment_count > 0}, senders = ${JSON.stringify(sendersOf([first]))}
    WHERE id = ${thread}`);
  for (const label of labels) insertPlace(db, thread, { label, position, message: id, unread });
}

/** Those who wrote first and last, each once, as they called themselves last. */
function sendersOf(members: readonly Member[]): ThreadSender[] {
  const distinct = new Map(
    members.map(({ name, email, direction }) => [email, { name, email, me: direction === 'outbound' }]),
  );
  const senders = [...distinct.values()];
  return senders.length <= 6 ? senders : [...senders.slice(0, 2), ...senders.slice(-4)];
}

type Place = { label: number; position: number; message: number; unread: number };

/** In each label a conversation stands where its newest message with that label stands, unread if one of them is. */
function savePlaces(db: WriteDb, thread: number, present: readonly Place[], wanted: readonly Place[]): void {
  const left = new Map(present.map((place) => [place.label, place]));
  for (const place of wanted) {
    const before = left.get(place.label);
    left.delete(place.label);
    if (!before) insertPlace(db, thread, { ...place, unread: place.unread === 1 });
    else if (before.position !== place.position || before.message !== place.message || before.unread !== place.unread) {
      db.run(sql`
        UPDATE label_threads SET position = ${place.position}, message = ${place.message}, unread = ${place.unread}
        WHERE thread = ${thread} AND label = ${place.label}`);
    }
  }
  for (const label of left.keys()) db.run(sql`DELETE FROM label_threads WHERE thread = ${thread} AND label = ${label}`);
}

function insertPlace(
  db: WriteDb,
  thread: number,
  { label, position, message, unread }: Omit<Place, 'unread'> & { unread: boolean },
): void {
  db.run(sql`
    INSERT INTO label_threads (label, position, thread, message, unread)
    VALUES (${label}, ${position}, ${thread}, ${message}, ${unread})`);
}

function placesOf(db: ReadDb, thread: number): Place[] {
  return db.all<Place>(sql`SELECT label, position, message, unread FROM label_threads WHERE thread = ${thread}`);
}

function wantedPlaces(db: ReadDb, thread: number): Place[] {
  // SQLite takes the bare column `message` from the row that has the maximum, for there is no other min or max here.
  return db.all<Place>(sql`
    SELECT lm.label, max(lm.position) AS position, lm.message, sum(lm.unread) > 0 AS unread
    FROM messages m JOIN label_messages lm ON lm.message = m.id WHERE m.thread = ${thread} GROUP BY lm.label`);
}
