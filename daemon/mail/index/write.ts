import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { indexWords } from './words.ts';

type Task = { id: number; sort_key: number; op: 'put' | 'drop' };

type Document = {
  sort_key: number;
  subject: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  list_id: string | null;
  text: string;
  filenames: string | null;
};

/**
 * Takes up to `limit` tasks off the queue: writes them into the index in one commit, then clears them. Broken off in
 * between, the same tasks are done again, to the same end. Gives how many were done.
 */
export function drainQueue({ mail, index }: { mail: WriteDb; index: WriteDb }, limit: number): number {
  const tasks = mail.all<Task>(sql`SELECT id, sort_key, op FROM index_queue ORDER BY live DESC, id LIMIT ${limit}`);
  if (tasks.length === 0) return 0;
  const documents = documentsFor(mail, tasks);
  index.transaction(() => {
    const keys = [...new Set(tasks.map(({ sort_key }) => sort_key))].toSorted((a, b) => a - b);
    for (const key of keys) putOrDrop(index, key, documents.get(key));
  });
  const done = jsonList(tasks.map(({ id }) => id));
  mail.run(sql`DELETE FROM index_queue WHERE id IN (SELECT value FROM json_each(${done}))`);
  return tasks.length;
}

function documentsFor(mail: ReadDb, tasks: readonly Task[]): Map<number, Document> {
  const rows = mail.all<Document>(sql`
    SELECT m.sort_key, m.subject, m.from_name, m.from_email, m.recipients, m.list_id, t.text,
      (SELECT group_concat(filename, char(10)) FROM attachments a WHERE a.message = m.id) AS filenames
    FROM messages m JOIN message_texts t ON t.message = m.id
    WHERE m.sort_key IN (SELECT value FROM json_each(${jsonList(tasks.map(({ sort_key }) => sort_key))}))`);
  return new Map(rows.map((row) => [row.sort_key, row]));
}

/** What the store has now decides, not what the task says: a sort key may have been freed and given out again. */
function putOrDrop(index: WriteDb, key: number, document: Document | undefined): void {
  if (!document) {
    index.run(sql`DELETE FROM fts WHERE rowid = ${key}`);
    return;
  }
  const { to, cc, bcc } = JSON.parse(document.recipients) as Record<'to' | 'cc' | 'bcc', Person[]>;
  index.run(sql`
    INSERT OR REPLACE INTO fts (rowid, subject, "from", "to", cc, bcc, body, filename, list)
    VALUES (${key}, ${indexWords(document.subject)},
      ${people([{ name: document.from_name, email: document.from_email }])}, ${people(to)}, ${people(cc)}, ${people(bcc)},
      ${indexWords(document.text)}, ${indexWords(document.filenames ?? '')}, ${document.list_id ?? ''})`);
}

type Person = { name: string | null; email: string };

function people(list: readonly Person[]): string {
  return indexWords(list.map(({ name, email }) => `${name ?? ''} ${email}`).join('\n'));
}

/** Puts every stored message into the queue, for an index that is empty. */
export function queueEverything(mail: WriteDb): void {
  mail.transaction(() => {
    mail.run(sql`DELETE FROM index_queue`);
    mail.run(
      sql`INSERT INTO index_queue (sort_key, op, live) SELECT sort_key, 'put', 0 FROM messages ORDER BY sort_key DESC`,
    );
  });
}

/**
 * Compares index and store, and queues what one has and the other lacks. Gives how many differed: none, unless a
 * file was lost, restored or damaged.
 */
export function queueDifferences({ mail, index }: { mail: WriteDb; index: WriteDb }): number {
  const indexed = new Set(index.all<{ id: number }>(sql`SELECT id FROM fts_docsize`).map(({ id }) => id));
  const queued = new Set(mail.all<{ key: number }>(sql`SELECT sort_key AS key FROM index_queue`).map(({ key }) => key));
  const missing: number[] = [];
  for (const { key } of mail.all<{ key: number }>(sql`SELECT sort_key AS key FROM messages`)) {
    if (!indexed.delete(key) && !queued.has(key)) missing.push(key);
  }
  const surplus = [...indexed].filter((key) => !queued.has(key));
  mail.transaction(() => {
    mail.run(
      sql`INSERT INTO index_queue (sort_key, op, live) SELECT value, 'put', 0 FROM json_each(${jsonList(missing)})`,
    );
    mail.run(
      sql`INSERT INTO index_queue (sort_key, op, live) SELECT value, 'drop', 0 FROM json_each(${jsonList(surplus)})`,
    );
  });
  return missing.length + surplus.length;
}

/** How many stored messages search finds, and how many are stored. */
export function coverageOf(mail: ReadDb): { indexed: number; stored: number } {
  const stored = mail.get<{ n: number }>(sql`SELECT count(*) AS n FROM messages`)?.n ?? 0;
  const waiting = mail.get<{ n: number }>(sql`SELECT count(*) AS n FROM index_queue WHERE op = 'put'`)?.n ?? 0;
  return { indexed: Math.max(0, stored - waiting), stored };
}
