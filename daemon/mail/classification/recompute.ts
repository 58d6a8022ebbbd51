import { Failure } from '../../base/failure.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { ownAddressesOf } from '../accounts/accounts.ts';
import { parseMessage } from '../mime/parse.ts';
import { readSource } from '../sources/source.ts';
import { kindOfMessage, rulesVersion, saveKind, type StoredKind } from './store.ts';

/** The beginning of a message is enough, and attachments take long to parse. */
const parsedBytes = 256 * 1024;

/** Messages that were never classified, or by earlier rules. */
export function countOutdatedKinds(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM message_kinds WHERE rules < ${rulesVersion}`)?.n ?? 0;
}

export function countKinds(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM message_kinds`)?.n ?? 0;
}

/** The first messages that were never classified, or by earlier rules, by internal id. */
export function outdatedKinds(db: ReadDb, limit: number): number[] {
  return messagesIn(
    db.all(sql`SELECT message FROM message_kinds WHERE rules < ${rulesVersion} ORDER BY rules, message LIMIT ${limit}`),
  );
}

/** The first received messages after another, by internal id; the first ones of all after 0. */
export function kindsAfter(db: ReadDb, after: number, limit: number): number[] {
  return messagesIn(
    db.all(sql`SELECT message FROM message_kinds WHERE message > ${after} ORDER BY message LIMIT ${limit}`),
  );
}

function messagesIn(rows: readonly { message: number }[]): number[] {
  return rows.map(({ message }) => message);
}

/** What a stored message (internal id) is according to the present rules; null if its source is not here or damaged. */
export type ReadKind = { message: number; kind: StoredKind | null };

/** Classifies stored messages, by internal id, from their sources. What was not received is left out. */
export function readKinds({ db, blobs }: { db: ReadDb; blobs: string }, messages: readonly number[]): ReadKind[] {
  return messages.flatMap((message) => {
    const row = db.get<{ account: number; direction: string }>(
      sql`SELECT account, direction FROM messages WHERE id = ${message}`,
    );
    if (row?.direction !== 'inbound') return [];
    const source = sourceOf(db, blobs, message);
    const parsed = source && parseMessage(source.subarray(0, parsedBytes));
    return [{ message, kind: parsed ? kindOfMessage(parsed, ownAddressesOf(db, row.account)) : null }];
  });
}

/** Stores what messages are. Those without a kind are not tried again until the rules change. */
export function saveReadKinds(db: WriteDb, messages: readonly number[], kinds: readonly ReadKind[]): void {
  const byMessage = new Map(kinds.map(({ message, kind }) => [message, kind]));
  db.transaction(() => {
    for (const id of messages) {
      const kind = byMessage.get(id);
      const owner = db.get<{ account: number }>(sql`SELECT account FROM messages WHERE id = ${id}`);
      if (kind && owner) saveKind(db, { id, account: owner.account }, kind);
      else db.run(sql`UPDATE message_kinds SET rules = ${rulesVersion} WHERE message = ${id}`);
    }
  });
}

function sourceOf(db: ReadDb, blobs: string, message: number): Uint8Array | undefined {
  try {
    return readSource(db, blobs, message);
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'source_damaged') return undefined;
    throw failed;
  }
}
