import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from './accounts.ts';
import { reclassifyAsSent, reclassifyAsReceived, type ReclassifiedMessage } from './message-direction.ts';

/** An address of the user in an account. */
export type AccountAddress = { email: string; is_primary: boolean };

type Owner = Pick<Account, 'id'>;

/** The addresses of an account, the primary address first. */
export function accountAddresses(db: ReadDb, { id }: Owner): AccountAddress[] {
  return db
    .all<{ email: string; is_primary: number }>(
      sql`SELECT email, is_primary FROM account_addresses WHERE account = ${id} ORDER BY is_primary DESC, email`,
    )
    .map(({ email, is_primary }) => ({ email, is_primary: is_primary === 1 }));
}

/** Finds an address of the account, ignoring case, and returns it as the account writes it. */
export function findAccountAddress(db: ReadDb, owner: Owner, email: string): AccountAddress | undefined {
  const row = db.get<{ email: string; is_primary: number }>(
    sql`SELECT email, is_primary FROM account_addresses WHERE account = ${owner.id} AND email = ${email}`,
  );
  return row && { email: row.email, is_primary: row.is_primary === 1 };
}

/** Adds an address to the account inside the caller's transaction. Returns the messages whose direction changed. */
export function addAddress(db: WriteDb, { id }: Owner, email: string): ReclassifiedMessage[] {
  const { changes } = db.run(sql`
    INSERT INTO account_addresses (account, email, is_primary) VALUES (${id}, ${email}, 0) ON CONFLICT DO NOTHING`);
  return changes === 0 ? [] : reclassifyAsSent(db, { account: id, email });
}

/**
 * Removes an address from the account inside the caller's transaction. Returns the messages whose direction changed.
 */
export function removeAddress(db: WriteDb, { id }: Owner, email: string): ReclassifiedMessage[] {
  db.run(sql`DELETE FROM account_addresses WHERE account = ${id} AND email = ${email}`);
  return reclassifyAsReceived(db, { account: id, email });
}

/** Makes an address the primary address of the account. */
export function savePrimaryAddress(db: WriteDb, { id }: Owner, email: string): void {
  db.run(sql`UPDATE account_addresses SET is_primary = (email = ${email}) WHERE account = ${id}`);
}
