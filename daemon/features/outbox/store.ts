import type { MessageRef } from '../../providers/provider.ts';
import { sql, type ReadDb } from '../../store/db.ts';

/** The folder of an account for sent mail; undefined if it has none. */
export function sentFolder(db: ReadDb, account: number): string | undefined {
  return db.get<{ path: string }>(sql`
    SELECT provider_id AS path FROM labels
    WHERE account = ${account} AND role = 'sent' AND synthetic = 0 AND selectable = 1 AND pending IS NOT 'delete'
    ORDER BY id`)?.path;
}

/** The placements of a message of an account on its server, with the flags there. */
export function serverPlacements(db: ReadDb, message: number, account: number): (MessageRef & { flags: string[] })[] {
  const rows = db.all<MessageRef & { flags: string }>(sql`
    SELECT l.provider_id AS folder, p.uidvalidity, p.uid, p.flags FROM placements p
    JOIN labels l ON l.id = p.label JOIN messages m ON m.id = p.message
    WHERE p.message = ${message} AND m.account = ${account} AND l.synthetic = 0`);
  return rows.map(({ flags, ...ref }) => ({ ...ref, flags: flags.split(' ').filter(Boolean) }));
}

/** The size of a message in bytes. */
export function messageSize(db: ReadDb, id: number): number {
  return db.get<{ size: number }>(sql`SELECT size FROM draft_blobs WHERE id = ${id}`)?.size ?? 0;
}
