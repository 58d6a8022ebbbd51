import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../daemon-process.ts';
import { openIndex } from '../../../daemon/mail/index/index-file.ts';
import { indexWords } from '../../../daemon/mail/index/index-words.ts';
import { textOf } from '../../../daemon/mail/messages/texts.ts';
import { openWritable, sql, type WriteDb } from '../../../daemon/store/db.ts';
import { openReader, storeFiles, type StoreFiles } from '../../../daemon/store/open.ts';
import type { Maildir } from '../mail/maildir.ts';
import { homeIn } from './prepared-home.ts';

/**
 * The offset that a copy adds to the keys of the original: each copy is five years older, so the newest mail stays the
 * newest.
 */
const secondsBetweenCopies = 5 * 365 * 86_400;

/**
 * Ten copies of the prepared mailbox, each five years older than the one before. Rows are copied inside SQLite, and the
 * same texts are indexed again. Sources and placements are not copied.
 */
export async function millionHome(maildir: Maildir, home: Home): Promise<Home> {
  return copiedHome(maildir, home, { name: 'times-10', isIndexed: true });
}

/** The same without the search index, which takes longest to make. */
export async function millionRows(maildir: Maildir, home: Home): Promise<Home> {
  return copiedHome(maildir, home, { name: 'rows-times-10', isIndexed: false });
}

type CopyOptions = { name: string; isIndexed: boolean };

function copiedHome(maildir: Maildir, home: Home, { name, isIndexed }: CopyOptions): Home {
  const folder = `${join(home.dataDir, '..')}-${name}`;
  if (existsSync(folder)) return homeIn(folder);
  console.log(`Making ten copies of ${maildir.name} …`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(join(home.dataDir, '..'), partial, { recursive: true, filter: (path) => !path.endsWith('blobs') });
  const files = storeFiles(homeIn(partial).dataDir);
  copyRows(files);
  if (isIndexed) copyIndex(files, storeFiles(home.dataDir));
  renameSync(partial, folder);
  return homeIn(folder);
}

const copies = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The columns that differ in copy number `k`; all others are the same. */
const changedColumns: Record<string, (k: string) => Record<string, string>> = {
  threads: (k) => ({ id: `id + ${k} * threads_apart`, thread_id: `thread_id || '-' || ${k}` }),
  messages: (k) => ({
    id: `id + ${k} * messages_apart`,
    message_id: `message_id || '-' || ${k}`,
    thread: `thread + ${k} * threads_apart`,
    sort_key: `sort_key - ${k} * ${secondsBetweenCopies}`,
    header_id: `header_id || '-' || ${k}`,
    in_reply_to: `in_reply_to || '-' || ${k}`,
    position: `position - ${k} * ${secondsBetweenCopies}`,
  }),
  attachments: (k) => ({ message: `message + ${k} * messages_apart` }),
  label_messages: (k) => ({
    message: `message + ${k} * messages_apart`,
    position: `position - ${k} * ${secondsBetweenCopies}`,
  }),
  label_threads: (k) => ({
    thread: `thread + ${k} * threads_apart`,
    message: `message + ${k} * messages_apart`,
    position: `position - ${k} * ${secondsBetweenCopies}`,
  }),
};

function copyRows({ mail }: StoreFiles): void {
  const db = openWritable(mail, { durability: 'normal' });
  db.exec(`
    CREATE TEMP TABLE apart AS SELECT max(messages.id) AS messages_apart,
      (SELECT max(id) FROM threads) AS threads_apart FROM messages`);
  for (const [table, columns] of Object.entries(changedColumns)) {
    const original = db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`);
    db.exec(`CREATE TEMP TABLE original AS SELECT * FROM main.${table}`);
    for (const copy of copies) {
      const differs = columns(String(copy));
      const values = original.map(({ name }) => differs[name] ?? `"${name}"`);
      db.exec(`INSERT INTO main.${table} (${original.map(({ name }) => `"${name}"`).join(', ')})
        SELECT ${values.join(', ')} FROM original, apart`);
    }
    db.exec('DROP TABLE original');
  }
  db.close();
}

type IndexedText = { key: number; subject: string; from: string; body: string };

function copyIndex({ index }: StoreFiles, original: StoreFiles): void {
  const words = indexedTexts(original);
  const { db } = openIndex(index);
  // FTS5 flushes its buffer when a key is smaller than the previous one: insert the oldest copy first.
  for (const copy of copies.toReversed()) {
    for (let start = 0; start < words.length; start += 5_000) {
      db.transaction(() => insert(db, words.slice(start, start + 5_000), copy));
    }
  }
  db.close();
}

function insert(db: WriteDb, words: readonly IndexedText[], copy: number): void {
  for (const { key, subject, from, body } of words) {
    db.run(sql`
      INSERT INTO fts (rowid, subject, "from", body) VALUES (${key - copy * secondsBetweenCopies}, ${subject}, ${from}, ${body})`);
  }
}

type Row = { id: number; sort_key: number; subject: string; from_name: string | null; from_email: string };

/** The words of every message, oldest first; recipients, files and lists are omitted. */
function indexedTexts(files: StoreFiles): IndexedText[] {
  const db = openReader(files);
  const rows = db.all<Row>(sql`SELECT id, sort_key, subject, from_name, from_email FROM messages ORDER BY sort_key`);
  const words = rows.map(({ id, sort_key, subject, from_name, from_email }) => ({
    key: sort_key,
    subject: indexWords(subject),
    from: indexWords(`${from_name ?? ''} ${from_email}`),
    body: indexWords(textOf(db, files.blobs, id)?.text ?? ''),
  }));
  db.close();
  return words;
}
