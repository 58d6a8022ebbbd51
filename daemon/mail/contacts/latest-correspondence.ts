import { sql, type ReadDb } from '../../store/db.ts';
import { ownAddressesOf } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';

/** A correspondent of an account; the address is in lower case. */
export type Correspondent = { account: number; email: string };

type LatestReceived = { last_received: number; name: string | null; name_at: number };
type LatestSent = { last_sent: number; name_by_owner: string | null; name_by_owner_at: number };
type NamedMessage = { name: string; sort_key: number };

/** The newest message from a correspondent, and the newest with a display name. Sort keys are 0 if there is none. */
export function latestReceived(db: ReadDb, { account, email }: Correspondent): LatestReceived {
  const newest = db.get<{ sort_key: number | null }>(sql`
    SELECT max(sort_key) AS sort_key FROM messages
    WHERE account = ${account} AND from_email = ${email} COLLATE NOCASE AND direction = 'inbound' AND flags & ${flagBits.DRAFT} = 0`);
  const named = db.get<NamedMessage>(sql`
    SELECT from_name AS name, sort_key FROM messages
    WHERE account = ${account} AND from_email = ${email} COLLATE NOCASE AND direction = 'inbound' AND flags & ${flagBits.DRAFT} = 0
      AND from_name <> '' ORDER BY sort_key DESC LIMIT 1`);
  return { last_received: newest?.sort_key ?? 0, name: named?.name ?? null, name_at: named?.sort_key ?? 0 };
}

/**
 * The newest message to a correspondent, and the newest with a display name. Recipients are not indexed: this scans
 * sent mail, newest first, until both are found.
 */
export function latestSent(db: ReadDb, correspondent: Correspondent): LatestSent {
  const sent: LatestSent = { last_sent: 0, name_by_owner: null, name_by_owner_at: 0 };
  for (const own of ownAddressesOf(db, correspondent.account)) {
    const [newest] = sentTo(db, correspondent, { own, limit: 1 });
    const [named] = sentTo(db, correspondent, { own, limit: 1, isNamed: true });
    if (newest && newest.sort_key > sent.last_sent) Object.assign(sent, { last_sent: newest.sort_key });
    if (named && named.sort_key > sent.name_by_owner_at)
      Object.assign(sent, { name_by_owner: named.name, name_by_owner_at: named.sort_key });
  }
  return sent;
}

/** The messages the user sent to a correspondent from all addresses, newest first, by sort key. */
export function messagesSentTo(db: ReadDb, correspondent: Correspondent): number[] {
  const each = [...ownAddressesOf(db, correspondent.account)].flatMap((own) =>
    sentTo(db, correspondent, { own, limit: Number.MAX_SAFE_INTEGER }),
  );
  return [...new Set(each.map(({ sort_key }) => sort_key))].toSorted((a, b) => b - a);
}

/** Messages sent from a single address of the user. */
function sentTo(
  db: ReadDb,
  { account, email }: Correspondent,
  { own, limit, isNamed = false }: { own: string; limit: number; isNamed?: boolean },
): NamedMessage[] {
  return db.all<NamedMessage>(sql`
    SELECT recipient.value ->> 'name' AS name, m.sort_key
    FROM messages m, json_each(m.recipients) field, json_each(field.value) recipient
    WHERE m.account = ${account} AND m.from_email = ${own} COLLATE NOCASE AND m.direction = 'outbound'
      AND m.flags & ${flagBits.DRAFT} = 0 AND instr(lower(m.recipients), ${JSON.stringify(email)}) > 0
      AND field.key <> 'reply_to' AND lower(trim(recipient.value ->> 'email')) = ${email}
      AND (NOT ${isNamed} OR recipient.value ->> 'name' <> '')
    ORDER BY m.sort_key DESC, field.id, recipient.id LIMIT ${limit}`);
}
