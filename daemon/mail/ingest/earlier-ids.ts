import { createHash } from 'node:crypto';
import { nameId } from '../../base/ids.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { missingRangesOf, readSource } from '../sources/source.ts';
import { messageIdOf } from './identity.ts';

/**
 * Messages of schemas up to 12 keep the ids that they had. These were derived from the server's id, from header fields
 * and the size, or from the source.
 */
export function earlierServerMessageId(account_id: string, server_id: string): string {
  return nameId(`message\0provider\0${server_id}`, account_id);
}

export function earlierSourceMessageId(account_id: string, bytes: Uint8Array): string {
  return nameId(`message\0source\0${createHash('sha256').update(bytes).digest('hex')}`, account_id);
}

/** Whether messages of an account have ids of the earlier rule. */
export function hasEarlierIds(db: ReadDb, { id }: Pick<Account, 'id'>): boolean {
  return db.get(sql`SELECT 1 FROM messages WHERE account = ${id} AND id_rule = 1 LIMIT 1`) !== undefined;
}

type EarlierSearch = { db: WriteDb; blobs: string; account: Pick<Account, 'id' | 'account_id'> };
type FoundContent = { message_id: string; header_id: string | null; bytes: Uint8Array };

/**
 * The message with an earlier id whose content has the id `message_id` now, which becomes another id of it. Compares
 * the stored sources of messages with the same Message-ID.
 */
export function findByEarlierId(
  { db, blobs, account }: EarlierSearch,
  { message_id, header_id, bytes }: FoundContent,
): number | undefined {
  const known = db.get<{ message: number }>(
    sql`SELECT message FROM message_aliases WHERE alias_id = ${message_id}`,
  )?.message;
  if (known !== undefined) return known;
  const candidates = db.all<{ id: number; isSame: number }>(sql`
    SELECT id, 1 AS isSame FROM messages WHERE message_id = ${earlierSourceMessageId(account.account_id, bytes)}
    UNION ALL SELECT id, 0 FROM messages
    WHERE header_id = ${header_id} COLLATE NOCASE AND +account = ${account.id} AND id_rule = 1`);
  const found = candidates.find(
    ({ id, isSame }) => isSame === 1 || presentIdOf({ db, blobs, account }, id) === message_id,
  )?.id;
  if (found !== undefined)
    db.run(sql`INSERT OR IGNORE INTO message_aliases (alias_id, message) VALUES (${message_id}, ${found})`);
  return found;
}

/** The id that the present rule gives a stored message; undefined where its source is not here. */
function presentIdOf({ db, blobs, account }: EarlierSearch, message: number): string | undefined {
  const bytes = readSource(db, blobs, message);
  return bytes && messageIdOf(account.account_id, { bytes, missingRanges: missingRangesOf(db, message) });
}
