import { domainToASCII } from 'node:url';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Actor } from '../../contract/ownership.ts';

/** A sender whose new mail goes to the trash, in the mail of an account. */
type BlockedSender = { account_id: string; sender: string; blocked_at: string };

/** An address as it is compared: in lower case, with the domain in ASCII. */
export function comparableAddress(email: string): string {
  const address = email.trim().normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}

/** Whether an address is one of the user's own, in any account. */
export function isOwnAddress(db: ReadDb, email: string): boolean {
  const wanted = comparableAddress(email);
  return db
    .all<{ email: string }>(sql`SELECT email FROM account_addresses`)
    .some((own) => comparableAddress(own.email) === wanted);
}

/** The blocked senders of some accounts, the latest first. */
export function blockedSenders(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): BlockedSender[] {
  return db.all(sql`
    SELECT a.account_id, b.sender, b.blocked_at FROM blocked_senders b JOIN accounts a ON a.id = b.account
    WHERE a.id IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY b.blocked_at DESC, b.sender, a.name`);
}

/** Who blocked a sender in an account; undefined if it is not blocked there. */
export function blockOf(db: ReadDb, account: number, email: string): Actor | undefined {
  return db.get<{ origin: string; token_id: string | null }>(sql`
    SELECT origin, token_id FROM blocked_senders WHERE account = ${account} AND sender = ${comparableAddress(email)}`);
}

/** Blocks a sender in some accounts, or unblocks it. Where it is blocked already, the first block stays. */
export function setBlocked(
  db: WriteDb,
  accounts: readonly Pick<Account, 'id'>[],
  { email, blocked, at, actor }: { email: string; blocked: boolean; at: string; actor: Actor },
): void {
  const sender = comparableAddress(email);
  for (const { id } of accounts)
    if (blocked)
      db.run(sql`
        INSERT INTO blocked_senders (account, sender, blocked_at, origin, token_id)
        VALUES (${id}, ${sender}, ${at}, ${actor.origin}, ${actor.token_id ?? null}) ON CONFLICT DO NOTHING`);
    else db.run(sql`DELETE FROM blocked_senders WHERE account = ${id} AND sender = ${sender}`);
}
