import { readSource } from '../../../daemon/mail/sources/source.ts';
import { sql } from '../../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../../daemon/store/open.ts';
import { hashOf } from './second-client.ts';

type StoredPlacement = { folder: string; uid: number; message: number };

/** The stored placements of an account in order: the folder, the UID, and the hash of the bytes. */
export function storedPlacements(dataDir: string, account_id: string): string[] {
  const files = storeFiles(dataDir);
  const db = openReader(files);
  try {
    const placed = db.all<StoredPlacement>(sql`
      SELECT l.provider_id AS folder, p.uid, p.message
      FROM placements p JOIN labels l ON l.id = p.label JOIN accounts a ON a.id = l.account
      WHERE a.account_id = ${account_id}`);
    return placed
      .map(({ folder, uid, message }) =>
        placementLine(folder, uid, hashOf(readSource(db, files.blobs, message) ?? Buffer.alloc(0))),
      )
      .toSorted();
  } finally {
    db.close();
  }
}

export function placementLine(folder: string, uid: number, hash: string): string {
  return `${folder} ${uid} ${hash}`;
}
