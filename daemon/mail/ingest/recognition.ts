import type { Arrival, MissingRange } from '../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { readHeaders } from '../mime/headers/headers.ts';
import { parseMessageFields } from '../mime/headers/message-fields.ts';
import { earlierServerMessageId, earlierSourceMessageId } from './earlier-ids.ts';
import { messageIdOf } from './identity.ts';

type Owner = Pick<Account, 'id' | 'account_id'>;

/**
 * The stored message (internal id) that a server lists at another place; undefined where only the source can tell.
 *
 * The server's own id decides where there is one. Otherwise the identifying fields, the exact size and the time of
 * receipt must agree, which moves, copies and renumbered folders keep, and the message must not lie in this folder
 * already: a second message there may differ, although it resembles the first one.
 */
export function recognizeArrival(
  db: ReadDb,
  account: Owner,
  arrival: Arrival,
  label: number | undefined,
): number | undefined {
  const { provider_id } = arrival;
  return provider_id === undefined
    ? recognizeByFields(db, account, arrival, label)
    : recognizeByServerId(db, account, { ...arrival, provider_id });
}

/** A message with another Message-ID is not trusted to be the same, whatever the server calls it. */
function recognizeByServerId(
  db: ReadDb,
  { id: account, account_id }: Owner,
  { provider_id, header_id }: Pick<Arrival, 'header_id'> & { provider_id: string },
): number | undefined {
  const found = db.get<{ id: number; header_id: string | null }>(sql`
    SELECT id, header_id FROM messages
    WHERE id = coalesce((SELECT message FROM server_ids WHERE account = ${account} AND server_id = ${provider_id}),
      (SELECT id FROM messages WHERE message_id = ${earlierServerMessageId(account_id, provider_id)}))`);
  if (!found) return undefined;
  const isSame = header_id === undefined || header_id.toLowerCase() === (found.header_id ?? '').toLowerCase();
  return isSame ? found.id : undefined;
}

function recognizeByFields(
  db: ReadDb,
  { id: account }: Owner,
  { identifyingHeaders, size, received, uidvalidity }: Arrival,
  label: number | undefined,
): number | undefined {
  if (identifyingHeaders === undefined || size === 0) return undefined;
  const bytes = Buffer.from(identifyingHeaders, 'latin1');
  const { header_id, date, subject, from } = parseMessageFields(readHeaders(bytes, 0, bytes.length));
  if (header_id === null) return undefined;
  const found = db.all<{ id: number }>(sql`
    SELECT id FROM messages
    WHERE header_id = ${header_id} COLLATE NOCASE AND +account = ${account} AND size = ${size}
      AND received_at = ${received.toISOString()} AND date IS ${date} AND subject = ${subject}
      AND from_email = ${from.email} COLLATE NOCASE
      AND NOT EXISTS (SELECT 1 FROM placements p
        WHERE p.message = messages.id AND p.label = ${label ?? 0} AND p.uidvalidity = ${uidvalidity})
    LIMIT 2`);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** The stored message (internal id) with this content. Of an earlier schema only those without a Message-ID are found. */
export function findByContent(
  db: ReadDb,
  { account_id }: Owner,
  source: { bytes: Uint8Array; missingRanges?: readonly MissingRange[] },
): number | undefined {
  const message_id = messageIdOf(account_id, source);
  return db.get<{ id: number }>(sql`
    SELECT id FROM messages WHERE message_id IN (${message_id}, ${earlierSourceMessageId(account_id, source.bytes)})
    UNION ALL SELECT message FROM message_aliases WHERE alias_id = ${message_id}`)?.id;
}

/** The server's own ids among these whose messages are stored. */
export function storedServerIds(db: ReadDb, { id, account_id }: Owner, server_ids: readonly string[]): Set<string> {
  const wanted = server_ids.map((server_id) => [server_id, earlierServerMessageId(account_id, server_id)]);
  const rows = db.all<{ server_id: string }>(sql`
    SELECT value ->> 0 AS server_id FROM json_each(${JSON.stringify(wanted)})
    WHERE EXISTS (SELECT 1 FROM server_ids s WHERE s.account = ${id} AND s.server_id = value ->> 0)
      OR EXISTS (SELECT 1 FROM messages m WHERE m.message_id = value ->> 1)`);
  return new Set(rows.map(({ server_id }) => server_id));
}

export function saveServerId(db: WriteDb, account: Pick<Account, 'id'>, server_id: string, message: number): void {
  db.run(sql`
    INSERT INTO server_ids (account, server_id, message) VALUES (${account.id}, ${server_id}, ${message})
    ON CONFLICT DO UPDATE SET message = excluded.message WHERE message <> excluded.message`);
}
