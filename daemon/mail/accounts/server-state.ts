import { sql, type WriteDb } from '../../store/db.ts';

/**
 * Deletes the stored state of an account's server after the account has changed to another kind of server. The next sync
 * pass starts from the beginning. The messages stay. Their placements get UIDVALIDITY values that no server uses, and those that no pass has
 * reported again by the end of the next complete pass are removed.
 */
export function forgetServerState(db: WriteDb, account: number): void {
  db.run(sql`DELETE FROM sync_cursors WHERE account = ${account}`);
  db.run(sql`DELETE FROM sync_missing WHERE account = ${account}`);
  db.run(sql`DELETE FROM vacated_uids WHERE account = ${account}`);
  db.run(sql`DELETE FROM uncommitted_placements WHERE account = ${account}`);
  const range = db.get<{ low: number | null; high: number | null }>(sql`
    SELECT min(uidvalidity) AS low, max(uidvalidity) AS high FROM placements
    WHERE label IN (SELECT id FROM labels WHERE account = ${account})`);
  // Below all that were given for an earlier change.
  const distance = (range?.high ?? 0) - Math.min(range?.low ?? 0, 0) + 1;
  db.run(sql`
    UPDATE placements SET uidvalidity = uidvalidity - ${distance}
    WHERE uidvalidity >= 0 AND label IN (SELECT id FROM labels WHERE account = ${account})`);
  db.run(sql`
    INSERT INTO uncommitted_placements (account, stream, pass, batch, label, uidvalidity, uid)
    SELECT account, provider_id, 'other server', 0, label, uidvalidity, uid
    FROM placements JOIN labels ON labels.id = label WHERE account = ${account}`);
}
