import { jsonList, sql, type WriteDb } from '../../store/db.ts';

/** Queues every stored message, for an empty index. */
export function queueAllMessages(mail: WriteDb): void {
  mail.transaction(() => {
    mail.run(sql`DELETE FROM index_queue`);
    mail.run(sql`
      INSERT INTO index_queue (account, sort_key, op, live)
      SELECT account, sort_key, 'put', 0 FROM messages ORDER BY sort_key DESC`);
  });
}

/**
 * Compares index and store, and queues messages that only one of them has. Returns the number of differences: 0
 * unless a file was lost, restored or damaged.
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
    mail.run(sql`
      INSERT INTO index_queue (account, sort_key, op, live)
      SELECT account, sort_key, 'put', 0 FROM messages
      WHERE sort_key IN (SELECT value FROM json_each(${jsonList(missing)}))`);
    mail.run(sql`
      INSERT INTO index_queue (account, sort_key, op, live)
      SELECT 0, value, 'drop', 0 FROM json_each(${jsonList(surplus)})`);
  });
  return missing.length + surplus.length;
}
