import { sql, type ReadDb, type WriteDb } from '../store/db.ts';
import { localKind } from './accounts.ts';
import { refreshThread } from './thread-state.ts';

type Changed = { id: number; thread: number; own: number };

/** The messages that are stored as sent by another than who sent them: `own` is the truth. */
export function wrongDirections(db: ReadDb): Changed[] {
  return db.all<Changed>(sql`
    SELECT id, thread, own FROM (
      SELECT m.id, m.thread, m.direction, EXISTS (
        SELECT 1 FROM account_addresses o JOIN accounts a ON a.id = m.account
        WHERE o.email = m.from_email AND (o.account = m.account OR a.provider_kind = ${localKind})) AS own
      FROM messages m)
    WHERE (direction = 'outbound') <> own`);
}

/**
 * Decides again which stored messages their owner sent, after the addresses changed. The mail of an account without a
 * server may be from any of them. Call it inside a transaction; gives how many messages changed sides.
 */
export function refreshDirections(db: WriteDb): number {
  const changed = wrongDirections(db);
  for (const { id, own } of changed)
    db.run(sql`UPDATE messages SET direction = ${own ? 'outbound' : 'inbound'} WHERE id = ${id}`);
  for (const thread of new Set(changed.map(({ thread }) => thread))) refreshThread(db, thread);
  return changed.length;
}
