import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { listedAddresses, ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import type { Message } from '../messages/messages.ts';
import { knownSendersOf, nameKeyOf, type Correspondent, type KnownSenders } from './known-senders.ts';
import { domainOfAddress } from './organizations.ts';

/** The account of a message, and the accounts whose correspondents may be disclosed. */
export type Owners = { account: Account; accounts: readonly Account[] };

/** The earlier messages that are read to find out whether a sender is known. */
const maxEarlier = 12;

/** Messages the user sent to the sender, and earlier messages that name it as their sender. */
export function countMessages(
  db: ReadDb,
  { accounts }: Owners,
  { from_email, sort_key }: Message,
): { sent: number; receivedBefore: number } {
  const ids = idsOf(accounts);
  const counted = db.get<{ sent: number }>(sql`
    SELECT coalesce(sum(sent), 0) AS sent FROM contacts
    WHERE account IN (SELECT value FROM json_each(${ids})) AND email = ${from_email.toLowerCase()}`);
  const earlier = db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM messages
      WHERE from_email = ${from_email} COLLATE NOCASE AND account IN (SELECT value FROM json_each(${ids}))
        AND sort_key < ${sort_key} AND flags & ${flagBits.SPAM} = 0
      LIMIT 1000)`);
  return { sent: counted?.sent ?? 0, receivedBefore: earlier?.count ?? 0 };
}

/** The newest earlier messages of the account that name the same sender, by internal id. */
export function earlierMessages(db: ReadDb, { account }: Owners, { from_email, sort_key }: Message): number[] {
  return db
    .all<{ id: number }>(
      sql`
        SELECT id FROM messages
        WHERE from_email = ${from_email} COLLATE NOCASE AND account = ${account.id} AND sort_key < ${sort_key}
          AND flags & ${flagBits.SPAM} = 0
        ORDER BY sort_key DESC LIMIT ${maxEarlier}`,
    )
    .map(({ id }) => id);
}

/** The user has written to the address of the list, which its id (RFC 2919) has with a dot in place of the @. */
export function hasWrittenToList(db: ReadDb, { accounts }: Owners, listId: string): boolean {
  const row = db.get(sql`
    SELECT 1 FROM contacts
    WHERE sent > 0 AND account IN (SELECT value FROM json_each(${idsOf(accounts)}))
      AND replace(email, '@', '.') = ${listId.toLowerCase()}
    LIMIT 1`);
  return row !== undefined;
}

/** The domains of the user's own addresses in the account. */
function ownDomainsOf(db: ReadDb, { account }: Owners): Set<string> {
  const own = [...ownAddressesOf(db, account.id), ...listedAddresses(db, account)];
  return new Set(own.map(domainOfAddress));
}

/** What a new sender is compared with, kept until the user's correspondents change. */
export function knownSendersReader(): (db: ReadDb, owners: Owners) => KnownSenders {
  const cache = new Map<string, { state: string; senders: KnownSenders }>();
  return (db, owners) => {
    const ids = idsOf(owners.accounts);
    const ownDomains = ownDomainsOf(db, owners);
    const key = [ids, ...ownDomains].join(' ');
    const state = JSON.stringify(
      db.get(sql`
        SELECT count(*), max(id), sum(sent), sum(received >= 3), sum(name_at), sum(name_by_owner_at) FROM contacts
        WHERE account IN (SELECT value FROM json_each(${ids})) AND (sent > 0 OR received >= 3)`),
    );
    const cached = cache.get(key);
    if (cached?.state === state) return cached.senders;
    const correspondents = db.all<Correspondent>(sql`
      SELECT email, name, name_by_owner, sent, received FROM contacts
      WHERE account IN (SELECT value FROM json_each(${ids})) AND (sent > 0 OR received >= 3)`);
    const senders = knownSendersOf(correspondents, ownDomains);
    if (cache.size > 8) cache.clear();
    cache.set(key, { state, senders });
    return senders;
  };
}

/** Another address with the sender's name that the user has written to. */
export function namesakeOf({ byName }: KnownSenders, { from_name, from_email }: Message): string | undefined {
  const key = nameKeyOf(from_name);
  const addresses = key === undefined ? undefined : byName.get(key);
  return addresses?.includes(from_email.toLowerCase()) ? undefined : addresses?.[0];
}

function idsOf(accounts: readonly Account[]): string {
  return jsonList(accounts.map(({ id }) => id));
}
