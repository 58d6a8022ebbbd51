import { reasonOf } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { textOf } from '../messages/texts.ts';
import { chunksOf } from '../semantic/chunks.ts';
import { dropChunks, hasChunks, noteUndivided, saveChunks } from '../semantic/vector-store.ts';
import type { SharedTextReader } from './shared-text-buffer.ts';
import { indexWords } from './index-words.ts';

type IndexerDeps = {
  mail: WriteDb;
  index: WriteDb;
  blobs: string;
  texts: SharedTextReader;
  /** Called for a message whose text could not be read; search still finds it by its headers. */
  onError: (error: { sort_key: number; reason: string }) => void;
};

type IndexTask = { id: number; sort_key: number; live: number };

type IndexDocument = {
  id: number;
  message_id: string;
  sort_key: number;
  subject: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  list_id: string | null;
  filenames: string | null;
};

/** Messages read at a time; between batches the indexer checks for new mail, which has priority. */
const sliceSize = 200;
/** Tasks cleared in one statement, which other writers wait for. */
const clearBatchSize = 500;

/**
 * Processes up to `limit` tasks of the queue: writes them into the index in one commit, then clears them. If it is
 * interrupted in between, the same tasks are repeated with the same result. New mail goes first, and ends a commit of
 * older mail early. Returns the number of processed tasks.
 */
export function drainIndexQueue(deps: IndexerDeps, limit: number): number {
  const { mail, index } = deps;
  const tasks = nextTasks(mail, limit);
  if (tasks.length === 0) return 0;
  const isBulk = tasks[0]?.live === 0;
  // FTS5 flushes its pending data whenever a key is smaller than the key before.
  const keys = [...new Set(tasks.map(({ sort_key }) => sort_key))].toSorted((a, b) => a - b);
  const done = new Set<number>();
  index.transaction(() => {
    for (let next = 0; next < keys.length; next += sliceSize) {
      const slice = keys.slice(next, next + sliceSize);
      writeSlice(deps, slice);
      for (const key of slice) done.add(key);
      if (isBulk && isNewMailWaiting(mail)) break;
    }
  });
  const finished = tasks.filter(({ sort_key }) => done.has(sort_key)).map(({ id }) => id);
  for (let next = 0; next < finished.length; next += clearBatchSize) {
    const ids = jsonList(finished.slice(next, next + clearBatchSize));
    mail.run(sql`DELETE FROM index_queue WHERE id IN (SELECT value FROM json_each(${ids}))`);
  }
  return finished.length;
}

/** Tasks of either new mail or older mail: never both in one commit. */
function nextTasks(mail: ReadDb, limit: number): IndexTask[] {
  const tasks = mail.all<IndexTask>(
    sql`SELECT id, sort_key, live FROM index_queue ORDER BY live DESC, id LIMIT ${limit}`,
  );
  return tasks.filter(({ live }) => live === tasks[0]?.live);
}

/** Whether new mail is waiting to be indexed. */
export function isNewMailWaiting(mail: ReadDb): boolean {
  return mail.get(sql`SELECT 1 FROM index_queue WHERE live = 1 LIMIT 1`) !== undefined;
}

/** The current content of the store decides, not the task: a sort key may have been freed and reused. */
function writeSlice({ mail, index, blobs, texts, onError }: IndexerDeps, keys: readonly number[]): void {
  texts.receive();
  const documents = documentsFor(mail, keys);
  for (const key of keys) {
    const document = documents.get(key);
    if (document) {
      const text = textFor(document);
      putDocument(index, document, text);
      if (hasChunks(index, key)) saveChunks(index, key, chunksOf({ ...document, text }));
      else noteUndivided(index, key);
    } else {
      index.run(sql`DELETE FROM fts WHERE rowid = ${key}`);
      dropChunks(index, key);
    }
  }

  function textFor({ id, message_id, sort_key }: IndexDocument): string {
    try {
      return texts.take(message_id) ?? textOf(mail, blobs, id)?.text ?? '';
    } catch (failed) {
      onError({ sort_key, reason: reasonOf(failed) });
      return '';
    }
  }
}

function documentsFor(mail: ReadDb, keys: readonly number[]): Map<number, IndexDocument> {
  const rows = mail.all<IndexDocument>(sql`
    SELECT m.id, m.message_id, m.sort_key, m.subject, m.from_name, m.from_email, m.recipients, m.list_id,
      (SELECT group_concat(filename, char(10)) FROM attachments a WHERE a.message = m.id) AS filenames
    FROM messages m WHERE m.sort_key IN (SELECT value FROM json_each(${jsonList(keys)}))`);
  return new Map(rows.map((row) => [row.sort_key, row]));
}

function putDocument(index: WriteDb, document: IndexDocument, text: string): void {
  const { to, cc, bcc } = JSON.parse(document.recipients) as Record<'to' | 'cc' | 'bcc', IndexedAddress[]>;
  index.run(sql`
    INSERT OR REPLACE INTO fts (rowid, subject, "from", "to", cc, bcc, body, filename, list)
    VALUES (${document.sort_key}, ${indexWords(document.subject)},
      ${addressWords([{ name: document.from_name, email: document.from_email }])}, ${addressWords(to)}, ${addressWords(cc)}, ${addressWords(bcc)},
      ${indexWords(text)}, ${indexWords(document.filenames ?? '')}, ${document.list_id ?? ''})`);
}

type IndexedAddress = { name: string | null; email: string };

function addressWords(list: readonly IndexedAddress[]): string {
  return list.length === 0 ? '' : indexWords(list.map(({ name, email }) => `${name ?? ''} ${email}`).join('\n'));
}
