import { sql, type WriteDb } from '../../store/db.ts';
import { expectKinds } from '../classification/pending.ts';
import { localProviderKind } from './accounts.ts';
import { recountAsSent, recountAsReceived } from '../contacts/contacts.ts';
import { refreshThread } from '../threads/summary.ts';

/** A message whose direction changed, and its account, both by internal id. */
export type ReclassifiedMessage = { id: number; account: number };

type ReclassifiedRow = ReclassifiedMessage & { thread: number };

/**
 * Marks stored messages from a new address of the user as sent: messages of its account, and of accounts without a
 * server, where mail may be from any address. Call it inside the transaction that adds the address. Returns the
 * messages that changed.
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
 * Marks messages from an address that no longer belongs to the account as received. In accounts without a server they
 * stay sent while any account has the address. Call it inside the transaction that removes the address, after the
 * removal. Returns the messages that changed.
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
  expectKinds(db, idsOf(messages));
  return refreshReclassified(db, messages);
}

function refreshReclassified(db: WriteDb, messages: readonly ReclassifiedRow[]): ReclassifiedMessage[] {
  for (const thread of new Set(messages.map(({ thread }) => thread))) refreshThread(db, thread);
  return messages.map(({ id, account }) => ({ id, account }));
}

function idsOf(messages: readonly ReclassifiedRow[]): number[] {
  return messages.map(({ id }) => id);
}
