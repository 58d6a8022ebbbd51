import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { labelMaps } from '../mutations/apply-locally.ts';
import { refreshMessage } from '../messages/placements.ts';
import { driftedThreads, refreshThreads } from '../threads/summary.ts';
import { driftedMessages } from './derived-data.ts';

/** Where the recount of an account continues: the table, and the id or the sort key of the last message. */
export type RecountPosition = { table: 'messages' | 'threads' | 'labels'; after: number };

export const recountStart: RecountPosition = { table: 'messages', after: 0 };

/** Rows checked in one transaction, which another write may have to wait for. */
const batchSize = 100;

/**
 * Corrects a few of an account's messages, threads or labels: flags and labels from placements, thread summaries, and
 * counters. Returns the position to continue from (undefined at the end) and how many rows were wrong. It does not
 * change messages without a placement.
 */
export function recountBatch(
  db: WriteDb,
  account: number,
  { table, after }: RecountPosition,
): { next: RecountPosition | undefined; repaired: number } {
  return db.transaction(() => {
    const rows = rowsAfter(db, account, { table, after });
    const repaired = repairRows(
      db,
      table,
      rows.map(({ id }) => id),
    );
    const last = rows.at(-1);
    if (last) return { next: { table, after: last.key }, repaired };
    const following = { messages: 'threads', threads: 'labels', labels: undefined } as const;
    const nextTable = following[table];
    return { next: nextTable && { table: nextTable, after: 0 }, repaired };
  });
}

function rowsAfter(db: ReadDb, account: number, { table, after }: RecountPosition): { id: number; key: number }[] {
  const queries = {
    messages: sql`
      SELECT id, sort_key AS key FROM messages WHERE account = ${account} AND sort_key > ${after}
      ORDER BY sort_key LIMIT ${batchSize}`,
    threads: sql`
      SELECT id, id AS key FROM threads WHERE account = ${account} AND id > ${after} ORDER BY id LIMIT ${batchSize}`,
    // Counting a label with a hundred thousand messages takes as long as the rest of a batch.
    labels: sql`SELECT id, id AS key FROM labels WHERE account = ${account} AND id > ${after} ORDER BY id LIMIT 1`,
  };
  return db.all(queries[table]);
}

function repairRows(db: WriteDb, table: RecountPosition['table'], ids: readonly number[]): number {
  switch (table) {
    case 'messages':
      return repairMessages(db, ids);
    case 'threads': {
      const drifted = driftedThreads(db, ids);
      refreshThreads(db, drifted);
      return drifted.length;
    }
    case 'labels':
      return ids.reduce((sum, label) => sum + repairCounters(db, label), 0);
  }
}

/** The threads of the messages are corrected later. */
function repairMessages(db: WriteDb, ids: readonly number[]): number {
  const mapOf = labelMaps(db);
  const drifted = driftedMessages(db, ids);
  for (const { id, account } of drifted) refreshMessage(db, id, mapOf(account));
  return drifted.length;
}

function repairCounters(db: WriteDb, label: number): number {
  const { changes } = db.run(sql`
    UPDATE labels SET total_count = c.total, unread_count = c.unread, thread_count = c.threads,
      unread_thread_count = c.unread_threads
    FROM (SELECT
      (SELECT count(*) FROM label_messages WHERE label = ${label}) AS total,
      (SELECT count(*) FROM label_messages WHERE label = ${label} AND unread) AS unread,
      (SELECT count(*) FROM label_threads WHERE label = ${label}) AS threads,
      (SELECT count(*) FROM label_threads WHERE label = ${label} AND unread) AS unread_threads) c
    WHERE id = ${label} AND (total_count, unread_count, thread_count, unread_thread_count)
      IS NOT (c.total, c.unread, c.threads, c.unread_threads)`);
  return changes;
}
