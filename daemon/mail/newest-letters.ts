import { sql, type ReadDb } from '../store/db.ts';
import { addressesOf } from './accounts.ts';
import { flagBits } from './flags.ts';

/** Somebody an account corresponds with; the address in lower case. */
export type Correspondent = { account: number; email: string };

type Received = { last_received: number; name: string | null; named_at: number };
type Sent = { last_sent: number; called: string | null; called_at: number };
type Naming = { name: string; sort_key: number };

/** The newest mail from somebody, and the newest that says a name. Sort keys are 0 where there is none. */
export function newestReceived(db: ReadDb, { account, email }: Correspondent): Received {
  const newest = db.get<{ sort_key: number | null }>(sql`
    SELECT max(sort_key) AS sort_key FROM messages
    WHERE account = ${account} AND from_email = ${email} COLLATE NOCASE AND direction = 'inbound' AND flags & ${flagBits.DRAFT} = 0`);
  const named = db.get<Naming>(sql`
    SELECT from_name AS name, sort_key FROM messages
    WHERE account = ${account} AND from_email = ${email} COLLATE NOCASE AND direction = 'inbound' AND flags & ${flagBits.DRAFT} = 0
      AND from_name <> '' ORDER BY sort_key DESC LIMIT 1`);
  return { last_received: newest?.sort_key ?? 0, name: named?.name ?? null, named_at: named?.sort_key ?? 0 };
}

/**
 * The newest mail to somebody, and the newest that gives them a name. No index knows recipients: this walks through what
 * the owner sent, newest first, until it has found them.
 */
export function newestSent(db: ReadDb, who: Correspondent): Sent {
  const sent: Sent = { last_sent: 0, called: null, called_at: 0 };
  for (const own of addressesOf(db, who.account)) {
    const [newest] = sentTo(db, who, { own, most: 1 });
    const [naming] = sentTo(db, who, { own, most: 1, isNamed: true });
    if (newest && newest.sort_key > sent.last_sent) Object.assign(sent, { last_sent: newest.sort_key });
    if (naming && naming.sort_key > sent.called_at)
      Object.assign(sent, { called: naming.name, called_at: naming.sort_key });
  }
  return sent;
}

/** What the owner wrote to somebody from all addresses, newest first, by sort key. */
export function lettersTo(db: ReadDb, who: Correspondent): number[] {
  const each = [...addressesOf(db, who.account)].flatMap((own) =>
    sentTo(db, who, { own, most: Number.MAX_SAFE_INTEGER }),
  );
  return [...new Set(each.map(({ sort_key }) => sort_key))].toSorted((a, b) => b - a);
}

/** From one address of the owner's. */
function sentTo(
  db: ReadDb,
  { account, email }: Correspondent,
  { own, most, isNamed = false }: { own: string; most: number; isNamed?: boolean },
): Naming[] {
  return db.all<Naming>(sql`
    SELECT recipient.value ->> 'name' AS name, m.sort_key
    FROM messages m, json_each(m.recipients) field, json_each(field.value) recipient
    WHERE m.account = ${account} AND m.from_email = ${own} COLLATE NOCASE AND m.direction = 'outbound'
      AND m.flags & ${flagBits.DRAFT} = 0 AND instr(lower(m.recipients), ${JSON.stringify(email)}) > 0
      AND field.key <> 'reply_to' AND lower(trim(recipient.value ->> 'email')) = ${email}
      AND (NOT ${isNamed} OR recipient.value ->> 'name' <> '')
    ORDER BY m.sort_key DESC, field.id, recipient.id LIMIT ${most}`);
}
