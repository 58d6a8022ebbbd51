import type { Actor } from '../../contract/ownership.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { MailKind } from './mail-kind.ts';

/** Mail of which the user has said what it is: of a sender, by address, or of a list, by its id; in lower case. */
type CorrectionTarget = { account: number; scope: 'sender' | 'list'; value: string };

type Correction = Pick<CorrectionTarget, 'scope' | 'value'> & {
  account_id: string;
  kind: MailKind;
  corrected_at: string;
};

/** The corrections in some accounts, the latest first. */
export function kindCorrections(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): Correction[] {
  return db.all(sql`
    SELECT a.account_id, c.scope, c.value, c.kind, c.corrected_at
    FROM kind_corrections c JOIN accounts a ON a.id = c.account
    WHERE a.id IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY c.corrected_at DESC, c.scope, c.value, a.name`);
}

/** Says what mail is, for mail that is here and for mail to come; null takes the correction away. */
export function correctKind(
  db: WriteDb,
  { account, scope, value }: CorrectionTarget,
  { kind, at, actor }: { kind: MailKind | null; at: string; actor: Actor },
): void {
  if (kind === null) {
    db.run(sql`DELETE FROM kind_corrections WHERE account = ${account} AND scope = ${scope} AND value = ${value}`);
    return;
  }
  db.run(sql`
    INSERT INTO kind_corrections (account, scope, value, kind, corrected_at, origin, token_id)
    VALUES (${account}, ${scope}, ${value}, ${kind}, ${at}, ${actor.origin}, ${actor.token_id ?? null})
    ON CONFLICT (account, scope, value) DO UPDATE SET kind = excluded.kind, corrected_at = excluded.corrected_at,
      origin = excluded.origin, token_id = excluded.token_id`);
}
