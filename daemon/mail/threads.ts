import { nameId, timeId } from '../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';

/** What decides where a message belongs (RFC 5322, section 3.6.4): its id, and those it names. The subject never does. */
export type ThreadFacts = {
  message_id: string;
  header_id: string | null;
  in_reply_to: string | null;
  references: readonly string[];
};

/**
 * The conversation of a message, found by any Message-ID it has or names, made where there is none. One that links
 * several merges them: the oldest survives, and the ids of the others resolve to it for ever.
 */
export function threadFor(db: WriteDb, account: Pick<Account, 'id' | 'account_id'>, facts: ThreadFacts): number {
  const references = [...new Set([...facts.references, facts.in_reply_to, facts.header_id])].filter(
    (id) => id !== null,
  );
  const known = db
    .all<{ thread: number }>(
      sql`
      SELECT DISTINCT thread FROM thread_references
      WHERE account = ${account.id} AND reference IN (SELECT value FROM json_each(${jsonList(references)})) ORDER BY thread`,
    )
    .map(({ thread }) => thread);
  const [oldest, ...younger] = known;
  const thread = oldest ?? makeThread(db, account, references[0] ?? facts.message_id);
  if (younger.length > 0) mergeThreads(db, thread, younger);
  for (const reference of references) {
    db.run(sql`
      INSERT INTO thread_references (account, reference, thread) VALUES (${account.id}, ${reference}, ${thread})
      ON CONFLICT DO NOTHING`);
  }
  return thread;
}

function makeThread(db: WriteDb, account: Pick<Account, 'id' | 'account_id'>, root: string): number {
  const wanted = nameId(`thread\0${root}`, account.account_id);
  const taken =
    db.get(sql`SELECT 1 FROM threads WHERE thread_id = ${wanted}`) ??
    db.get(sql`SELECT 1 FROM thread_aliases WHERE old_id = ${wanted}`);
  return db.run(sql`INSERT INTO threads (account, thread_id) VALUES (${account.id}, ${taken ? timeId() : wanted})`).id;
}

/** Everything that is kept by thread moves with it: the one place to add a new such table to. */
function mergeThreads(db: WriteDb, into: number, younger: readonly number[]): void {
  for (const thread of younger) {
    db.run(sql`UPDATE messages SET thread = ${into} WHERE thread = ${thread}`);
    db.run(sql`UPDATE thread_references SET thread = ${into} WHERE thread = ${thread}`);
    db.run(sql`UPDATE thread_aliases SET thread = ${into} WHERE thread = ${thread}`);
    db.run(
      sql`INSERT INTO thread_aliases (old_id, thread) SELECT thread_id, ${into} FROM threads WHERE id = ${thread}`,
    );
    db.run(sql`DELETE FROM threads WHERE id = ${thread}`);
  }
}

/** The internal id behind a public one, merged conversations included. */
export function threadNamed(db: ReadDb, thread_id: string): number | undefined {
  return (
    db.get<{ id: number }>(sql`SELECT id FROM threads WHERE thread_id = ${thread_id}`)?.id ??
    db.get<{ id: number }>(sql`SELECT thread AS id FROM thread_aliases WHERE old_id = ${thread_id}`)?.id
  );
}

type Totals = { messages: number; unread: number; starred: number; attachments: number };

/** Brings what lists show of a conversation up to date after its messages changed; an empty one goes. */
export function refreshThread(db: WriteDb, thread: number): void {
  const totals = db.get<Totals>(sql`
    SELECT count(*) AS messages, coalesce(sum(flags & 1 = 0), 0) AS unread,
           coalesce(max(flags & 2 <> 0), 0) AS starred, coalesce(max(attachment_count > 0), 0) AS attachments
    FROM messages WHERE thread = ${thread}`);
  if (!totals || totals.messages === 0) {
    db.run(sql`DELETE FROM threads WHERE id = ${thread}`);
    return;
  }
  db.run(sql`
    UPDATE threads SET message_count = ${totals.messages}, unread_count = ${totals.unread}, starred = ${totals.starred},
      has_attachments = ${totals.attachments}, senders = ${JSON.stringify(sendersOf(db, thread))}
    WHERE id = ${thread}`);
  refreshPlaces(db, thread);
}

export type ThreadSender = { name: string | null; email: string; me: boolean };

function sendersOf(db: ReadDb, thread: number): ThreadSender[] {
  const rows = db.all<{ name: string | null; email: string; direction: string }>(sql`
    SELECT from_name AS name, from_email AS email, direction FROM messages WHERE thread = ${thread}
    ORDER BY sort_key LIMIT 200`);
  const distinct = new Map(
    rows.map(({ name, email, direction }) => [email, { name, email, me: direction === 'outbound' }]),
  );
  const senders = [...distinct.values()];
  return senders.length <= 6 ? senders : [...senders.slice(0, 2), ...senders.slice(-4)];
}

type Place = { label: number; position: number; message: number; unread: number };

/** In each label a conversation stands where its newest message with that label stands, unread if one of them is. */
function refreshPlaces(db: WriteDb, thread: number): void {
  // SQLite takes the bare column `message` from the row that has the maximum, for there is no other min or max here.
  const wanted = db.all<Place>(sql`
    SELECT lm.label, max(lm.position) AS position, lm.message, sum(lm.unread) > 0 AS unread
    FROM messages m JOIN label_messages lm ON lm.message = m.id WHERE m.thread = ${thread} GROUP BY lm.label`);
  const present = new Map(
    db
      .all<Place>(sql`SELECT label, position, message, unread FROM label_threads WHERE thread = ${thread}`)
      .map((place) => [place.label, place]),
  );
  for (const place of wanted) {
    const before = present.get(place.label);
    present.delete(place.label);
    if (!before) {
      db.run(sql`
        INSERT INTO label_threads (label, position, thread, message, unread)
        VALUES (${place.label}, ${place.position}, ${thread}, ${place.message}, ${place.unread})`);
    } else if (
      before.position !== place.position ||
      before.message !== place.message ||
      before.unread !== place.unread
    ) {
      db.run(sql`
        UPDATE label_threads SET position = ${place.position}, message = ${place.message}, unread = ${place.unread}
        WHERE thread = ${thread} AND label = ${place.label}`);
    }
  }
  for (const label of present.keys())
    db.run(sql`DELETE FROM label_threads WHERE thread = ${thread} AND label = ${label}`);
}
