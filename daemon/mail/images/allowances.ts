import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Message } from '../messages/messages.ts';

/** A sender whose images are shown without confirmation, in the mail of an account. */
type ImageAllowance = { account_id: string; sender: string; allowed_at: string };

/**
 * Whether images of this message are shown without confirmation. A From address without authentication results is
 * accepted as it is.
 */
export function areImagesAllowed(
  db: ReadDb,
  { account_id, from_email }: Pick<Message, 'account_id' | 'from_email'>,
): boolean {
  const found = db.get(sql`
    SELECT 1 FROM image_allowances
    WHERE account = (SELECT id FROM accounts WHERE account_id = ${account_id}) AND sender = ${from_email.toLowerCase()}`);
  return found !== undefined;
}

/** The allowances of some accounts, newest first. */
export function imageAllowances(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): ImageAllowance[] {
  return db.all(sql`
    SELECT a.account_id, i.sender, i.allowed_at FROM image_allowances i JOIN accounts a ON a.id = i.account
    WHERE a.id IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY i.allowed_at DESC, i.sender`);
}

/** `sender` is an address in any case. */
export function allowImages(db: WriteDb, account: number, sender: string, now: string): void {
  db.run(sql`
    INSERT INTO image_allowances (account, sender, allowed_at) VALUES (${account}, ${sender.toLowerCase()}, ${now})
    ON CONFLICT DO NOTHING`);
}

/** Returns whether the allowance existed. */
export function removeImageAllowance(db: WriteDb, account: number, sender: string): boolean {
  const { changes } = db.run(sql`
    DELETE FROM image_allowances WHERE account = ${account} AND sender = ${sender.toLowerCase()}`);
  return changes > 0;
}
