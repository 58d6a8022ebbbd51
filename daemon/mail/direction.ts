import { sql, type WriteDb } from '../store/db.ts';
import { localKind } from './accounts.ts';
import { noteClaimed, noteReleased } from './contacts.ts';
import { refreshThread } from './thread-state.ts';

/** A message that changed sides, and the account it is in, both by internal id. */
export type Turned = { id: number; account: number };

type Found = Turned & { thread: number };

/**
 * Sorts stored messages that came from an address of the owner's to those the owner sent, now that it is known as such:
 * those of its account, and of accounts without a server, whose mail may be from any. Call it inside the transaction that
 * makes the address known; gives which messages changed sides.
 */
export function claimMail(db: WriteDb, { account, email }: { account: number; email: string }): Turned[] {
  const claimed = db.all<Found>(sql`
    SELECT id, account, thread FROM messages
    WHERE account IN (SELECT id FROM accounts WHERE id = ${account} OR provider_kind = ${localKind})
      AND from_email = ${email} COLLATE NOCASE AND direction <> 'outbound'`);
  for (const { id } of claimed) db.run(sql`UPDATE messages SET direction = 'outbound' WHERE id = ${id}`);
  noteClaimed(db, idsOf(claimed));
  return settled(db, claimed);
}

/**
 * Sorts messages from an address that is no longer one of the account's back to those it received. In accounts without a
 * server they stay while any account has the address. Call it inside the transaction that takes the address away, once
 * that is done; gives which messages changed sides.
 */
export function releaseMail(db: WriteDb, { account, email }: { account: number; email: string }): Turned[] {
  const released = db.all<Found>(sql`
    SELECT id, account, thread FROM messages
    WHERE from_email = ${email} COLLATE NOCASE AND direction = 'outbound' AND account IN (
      SELECT id FROM accounts a WHERE (id = ${account} OR provider_kind = ${localKind}) AND NOT EXISTS (
        SELECT 1 FROM account_addresses own
        WHERE own.email = ${email} AND (own.account = a.id OR a.provider_kind = ${localKind})))`);
  for (const { id } of released) db.run(sql`UPDATE messages SET direction = 'inbound' WHERE id = ${id}`);
  noteReleased(db, idsOf(released));
  return settled(db, released);
}

function settled(db: WriteDb, turned: readonly Found[]): Turned[] {
  for (const thread of new Set(turned.map(({ thread }) => thread))) refreshThread(db, thread);
  return turned.map(({ id, account }) => ({ id, account }));
}

function idsOf(found: readonly Found[]): number[] {
  return found.map(({ id }) => id);
}
