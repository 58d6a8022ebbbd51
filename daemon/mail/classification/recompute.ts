import { Failure } from '../../base/failure.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { ownAddressesOf } from '../accounts/accounts.ts';
import { parseMessage } from '../mime/parse.ts';
import { readSource } from '../sources/source.ts';
import { rulesVersion, saveKind } from './store.ts';

/** The beginning of a message is enough, and attachments take long to parse. */
const parsedBytes = 256 * 1024;

type RecomputeDeps = { db: WriteDb; blobs: string };

/** Messages that were never classified, or by earlier rules. */
export function countOutdatedKinds(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM message_kinds WHERE rules < ${rulesVersion}`)?.n ?? 0;
}

export function countKinds(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM message_kinds`)?.n ?? 0;
}

/** The next message that was never classified, or by earlier rules, by internal id. */
export function nextOutdatedKind(db: ReadDb): number | undefined {
  return db.get<{ message: number }>(sql`SELECT message FROM message_kinds WHERE rules < ${rulesVersion} LIMIT 1`)
    ?.message;
}

/** The received message after another, by internal id; the first one after 0. */
export function nextKindAfter(db: ReadDb, after: number): number | undefined {
  return db.get<{ message: number }>(sql`
    SELECT message FROM message_kinds WHERE message > ${after} ORDER BY message LIMIT 1`)?.message;
}

/**
 * Classifies a stored message again, from its source. Returns false if its source is not here or damaged; it is not tried again then
 * until the rules change.
 */
export function recomputeKind({ db, blobs }: RecomputeDeps, id: number): boolean {
  const row = db.get<{ account: number; direction: string }>(
    sql`SELECT account, direction FROM messages WHERE id = ${id}`,
  );
  const source = row?.direction === 'inbound' ? sourceOf(db, blobs, id) : undefined;
  const parsed = source && parseMessage(source.subarray(0, parsedBytes));
  db.transaction(() => {
    if (row && parsed) saveKind(db, { id, account: row.account }, parsed, ownAddressesOf(db, row.account));
    else db.run(sql`UPDATE message_kinds SET rules = ${rulesVersion} WHERE message = ${id}`);
  });
  return row?.direction !== 'inbound' || parsed !== undefined;
}

function sourceOf(db: ReadDb, blobs: string, message: number): Uint8Array | undefined {
  try {
    return readSource(db, blobs, message);
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'source_damaged') return undefined;
    throw failed;
  }
}
