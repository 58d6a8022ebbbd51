import { readdirSync } from 'node:fs';
import { flagBits } from '../../../daemon/mail/messages/flags.ts';
import { flagsText } from '../../../daemon/mail/messages/placements.ts';
import { readSource } from '../../../daemon/mail/sources/source.ts';
import { sql, type ReadDb, type Sql } from '../../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../../daemon/store/open.ts';
import { hashOf, type ServerFolder } from './second-client.ts';

/**
 * Compares the store of a stopped daemon with the server, and with itself: every placement, one row for each content, the
 * bytes, lists, counters, threads and the index. Returns a sentence for each fault.
 */
export function auditStore(dataDir: string, server: readonly ServerFolder[]): string[] {
  const files = storeFiles(dataDir);
  const db = openReader(files);
  try {
    return [
      ...integrityErrors(db),
      ...placementDifferences(db, server),
      ...contentDifferences(db, files.blobs, server),
      ...listDifferences(db),
      ...threadDifferences(db),
      ...indexDifferences(db),
      ...blobDifferences(db, files.blobs),
    ];
  } finally {
    db.close();
  }
}

function integrityErrors(db: ReadDb): string[] {
  return [
    ...differences('the integrity of mail.db', db.all(sql`PRAGMA main.integrity_check`), [{ integrity_check: 'ok' }]),
    ...differences('the integrity of index.db', db.all(sql`PRAGMA idx.integrity_check`), [{ integrity_check: 'ok' }]),
    ...differences('foreign keys', db.all(sql`PRAGMA foreign_key_check`), []),
    ...differences(
      'messages the server did not hand out',
      db.all(sql`SELECT folder, uid, reason FROM sync_missing`),
      [],
    ),
  ];
}

function placementDifferences(db: ReadDb, server: readonly ServerFolder[]): string[] {
  const stored = db.all(sql`
    SELECT l.provider_id AS folder, p.uidvalidity, p.uid, p.flags FROM placements p JOIN labels l ON l.id = p.label`);
  const expected = server.flatMap(({ path, uidvalidity, messages }) =>
    messages.map(({ uid, flags }) => ({ folder: path, uidvalidity, uid, flags: flagsText(flags) })),
  );
  return differences('places', stored, expected);
}

type StoredPlacement = { folder: string; uid: number; message: number };

/** The rebuilt source of every message equals that of the server at each of its placements; no content is stored twice. */
function contentDifferences(db: ReadDb, blobs: string, server: readonly ServerFolder[]): string[] {
  const hashes = new Map<number, string>();
  for (const { id } of db.all<{ id: number }>(sql`SELECT id FROM messages`)) {
    hashes.set(id, hashOf(readSource(db, blobs, id) ?? Buffer.alloc(0)));
  }
  const placed = db.all<StoredPlacement>(sql`
    SELECT l.provider_id AS folder, p.uid, p.message FROM placements p JOIN labels l ON l.id = p.label`);
  const stored = placed.map(({ folder, uid, message }) => ({ folder, uid, hash: hashes.get(message) }));
  const onServer = server.flatMap(({ path, messages }) =>
    messages.map(({ uid, hash }) => ({ folder: path, uid, hash })),
  );
  const rows = [...hashes.values()].toSorted();
  const contents = [...new Set(onServer.map(({ hash }) => hash))].toSorted();
  return [
    ...differences('the bytes of the messages', stored, onServer),
    ...(rows.join() === contents.join() ? [] : [`${rows.length} messages are stored for ${contents.length} contents.`]),
  ];
}

/** Lists and counters match the placements, counted anew. */
function listDifferences(db: ReadDb): string[] {
  const listed = (synthetic: 0 | 1): Sql => sql`
    SELECT label, lm.position, message, unread FROM label_messages lm JOIN labels l ON l.id = lm.label
    WHERE l.synthetic = ${synthetic}`;
  const { READ, TRASH, SPAM, STARRED } = flagBits;
  return [
    ...differences(
      'what is read and starred',
      db.all(sql`
      SELECT id, flags & ${READ} <> 0 AS read, flags & ${STARRED} <> 0 AS starred FROM messages`),
      db.all(sql`
      SELECT p.message AS id,
        coalesce(max(p.flags LIKE ${'%\\Seen%'}) FILTER (WHERE coalesce(l.role, '') NOT IN ('sent', 'drafts')),
          max(p.flags LIKE ${'%\\Seen%'})) AS read,
        max(p.flags LIKE ${'%\\Flagged%'}) AS starred
      FROM placements p JOIN labels l ON l.id = p.label GROUP BY p.message`),
    ),
    ...differences(
      'the lists of the folders',
      db.all(listed(0)),
      db.all(sql`
      SELECT DISTINCT p.label, m.position, m.id AS message, m.flags & 1 = 0 AS unread
      FROM placements p JOIN messages m ON m.id = p.message`),
    ),
    ...differences(
      'all mail and starred',
      db.all(listed(1)),
      db.all(sql`
      SELECT l.id AS label, m.position, m.id AS message, m.flags & 1 = 0 AS unread
      FROM messages m JOIN labels l ON l.account = m.account AND l.synthetic = 1
      WHERE (l.role = 'all_mail' AND m.flags & ${TRASH | SPAM} = 0)
        OR (l.role = 'starred' AND m.flags & ${STARRED} <> 0 AND m.flags & ${TRASH} = 0)`),
    ),
    ...differences(
      'the conversations of the labels',
      db.all(sql`SELECT label, position, thread, message, unread FROM label_threads`),
      db.all(sql`
      SELECT label, position, thread, message, unread FROM (
        SELECT lm.label, lm.position, m.thread, lm.message,
          max(lm.unread) OVER (PARTITION BY lm.label, m.thread) AS unread,
          row_number() OVER (PARTITION BY lm.label, m.thread ORDER BY lm.position DESC) AS place
        FROM label_messages lm JOIN messages m ON m.id = lm.message)
      WHERE place = 1`),
    ),
    ...differences(
      'the counters of the labels',
      db.all(sql`
      SELECT id, total_count, unread_count, thread_count, unread_thread_count FROM labels`),
      db.all(sql`
      SELECT l.id,
        (SELECT count(*) FROM label_messages WHERE label = l.id) AS total_count,
        (SELECT coalesce(sum(unread), 0) FROM label_messages WHERE label = l.id) AS unread_count,
        (SELECT count(*) FROM label_threads WHERE label = l.id) AS thread_count,
        (SELECT coalesce(sum(unread), 0) FROM label_threads WHERE label = l.id) AS unread_thread_count
      FROM labels l`),
    ),
  ];
}

function threadDifferences(db: ReadDb): string[] {
  const stored = db.all(sql`SELECT id, account, message_count, unread_count, starred, has_attachments FROM threads`);
  const counted = db.all(sql`
    SELECT thread AS id, account, count(*) AS message_count, sum(flags & 1 = 0) AS unread_count,
      max(flags & 2 <> 0) AS starred, max(attachment_count > 0) AS has_attachments
    FROM messages GROUP BY thread`);
  return differences('the conversations', stored, counted);
}

function indexDifferences(db: ReadDb): string[] {
  return [
    ...differences('what the index has still to learn', db.all(sql`SELECT sort_key, op FROM index_queue`), []),
    ...differences(
      'the index',
      db.all(sql`SELECT id FROM idx.fts_docsize`),
      db.all(sql`SELECT sort_key AS id FROM messages`),
    ),
  ];
}

/** Every extracted range has its file (the rebuilt sources show that it is complete), and there are no other files. */
function blobDifferences(db: ReadDb, blobs: string): string[] {
  const files = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return differences(
    'cut-out attachments',
    files.map(({ name }) => ({ hash: name })),
    db.all(sql`SELECT DISTINCT hash FROM source_blobs`),
  );
}

/** The difference between two sets of rows, in one sentence with the first few of each side. */
function differences(what: string, stored: unknown[], expected: unknown[]): string[] {
  const [here, there] = [stored, expected].map((rows) => new Map(rows.map((row) => [JSON.stringify(row), row])));
  const onlyIn = (one = new Map<string, unknown>(), other = new Map<string, unknown>()) =>
    [...one.keys()].filter((key) => !other.has(key));
  const [surplus, missing] = [onlyIn(here, there), onlyIn(there, here)];
  if (surplus.length === 0 && missing.length === 0 && stored.length === expected.length) return [];
  const some = (rows: string[]) => `${rows.length}${rows.length > 0 ? ` (${rows.slice(0, 3).join(' ')})` : ''}`;
  return [
    `${what}: ${stored.length} rows instead of ${expected.length}; too many ${some(surplus)}, missing ${some(missing)}.`,
  ];
}
