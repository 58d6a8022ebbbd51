import { jsonList, sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';

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
 * Compares index and store, and queues messages that only one of them has. `both` reads the store, with the index attached
 * as `idx`. Returns the number of differences: 0 unless a file was lost, restored or damaged.
 */
export function queueDifferences({ mail, both }: { mail: WriteDb; both: ReadDb }): number {
  const { missing, surplus } = both.snapshot(() => ({
    missing: keysOf(both, notIndexed),
    surplus: keysOf(both, notStored),
  }));
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

// With ORDER BY, SQLite merges the two sorted lists of keys. Otherwise it would collect one of them.
const notIndexed = sql`
  SELECT sort_key FROM messages EXCEPT SELECT id FROM idx.fts_docsize EXCEPT SELECT sort_key FROM index_queue
  ORDER BY sort_key`;
const notStored = sql`
  SELECT id AS sort_key FROM idx.fts_docsize EXCEPT SELECT sort_key FROM messages EXCEPT SELECT sort_key FROM index_queue
  ORDER BY sort_key`;

function keysOf(db: ReadDb, query: Sql): number[] {
  return db.all<{ sort_key: number }>(query).map(({ sort_key }) => sort_key);
}
