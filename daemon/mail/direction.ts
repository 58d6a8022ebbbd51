import { sql, type WriteDb } from '../store/db.ts';
import { localKind } from './accounts.ts';
import { noteClaimed } from './contacts.ts';
import { refreshThread } from './thread-state.ts';

/**
 * Sorts stored messages that came from an address of the owner's to those the owner sent, now that it is known as such:
 * those of its account, and of accounts without a server, whose mail may be from any. Call it inside the transaction that
 * makes the address known; gives how many messages changed sides.
 */
export function claimMail(db: WriteDb, { account, email }: { account: number; email: string }): number {
  const claimed = db.all<{ id: number; thread: number }>(sql`
    SELECT id, thread FROM messages
    WHERE account IN (SELECT id FROM accounts WHERE id = ${account} OR provider_kind = ${localKind})
      AND from_email = ${email} COLLATE NOCASE AND direction <> 'outbound'`);
  for (const { id } of claimed) db.run(sql`UPDATE messages SET direction = 'outbound' WHERE id = ${id}`);
  noteClaimed(
    db,
    claimed.map(({ id }) => id),
  );
  for (const thread of new Set(claimed.map(({ thread }) => thread))) refreshThread(db, thread);
  return claimed.length;
}
