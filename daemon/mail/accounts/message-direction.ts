import { sql, type WriteDb } from '../../store/db.ts';
import { localProviderKind } from './accounts.ts';
import { recountAsSent, recountAsReceived } from '../contacts/contacts.ts';
import { refreshThread } from '../threads/summary.ts';

/** A message that changed sides, and the account it is in, both by internal id. */
export type ReclassifiedMessage = { id: number; account: number };

type ReclassifiedRow = ReclassifiedMessage & { thread: number };

/**
 * Sorts stored messages that came from an address of the owner's to those the owner sent, now that it is known as such:
 * those of its account, and of accounts without a server, whose mail may be from any. Call it inside the transaction that
 * makes the address known; gives which messages changed sides.
 */
export function reclassifyAsSent(
  db: WriteDb,
  { account, email }: { account: number; email: string },
): ReclassifiedMessage[] {
  const messages = db.all<ReclassifiedRow>(sql`
    SELECT id, account, thread FROM messages
    WHERE account IN (SELECT id FROM accounts WHERE id = ${account} OR provider_kind = ${localProviderKind})
      AND from_email = ${email} COLLATE NOCASE AND direction <> 'outbound'`);
  for (const { id } of messages) db.run(sql`UPDATE messages SET direction = 'outbound' WHERE id = ${id}`);
  recountAsSent(db, idsOf(messages));
  return refreshReclassified(db, messages);
}

/**
 * Sorts messages from an address that is no longer one of the account's back to those it received. In accounts without a
 * server they stay while any account has the address. Call it inside the transaction that takes the address away, once
 * that is done; gives which messages changed sides.
 */
export function reclassifyAsReceived(
  db: WriteDb,
  { account, email }: { account: number; email: string },
): ReclassifiedMessage[] {
  const messages = db.all<ReclassifiedRow>(sql`
    SELECT id, account, thread FROM messages
    WHERE from_email = ${email} COLLATE NOCASE AND direction = 'outbound' AND account IN (
      SELECT id FROM accounts a WHERE (id = ${account} OR provider_kind = ${localProviderKind}) AND NOT EXISTS (
        SELECT 1 FROM account_addresses own
        WHERE own.email = ${email} AND (own.account = a.id OR a.provider_kind = ${localProviderKind})))`);
  for (const { id } of messages) db.run(sql`UPDATE messages SET direction = 'inbound' WHERE id = ${id}`);
  recountAsReceived(db, idsOf(messages));
  return refreshReclassified(db, messages);
}

function refreshReclassified(db: WriteDb, messages: readonly ReclassifiedRow[]): ReclassifiedMessage[] {
  for (const thread of new Set(messages.map(({ thread }) => thread))) refreshThread(db, thread);
  return messages.map(({ id, account }) => ({ id, account }));
}

function idsOf(messages: readonly ReclassifiedRow[]): number[] {
  return messages.map(({ id }) => id);
}
