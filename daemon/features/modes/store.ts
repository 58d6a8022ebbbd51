import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../../mail/accounts/accounts.ts';

/** Whether the first sync of every account is complete, and how many messages are here. */
export function firstSyncOf(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
): { complete: boolean; scanned: number } {
  const ids = jsonList(accounts.map(({ id }) => id));
  const row = db.get<{ open: number; scanned: number }>(sql`
    SELECT (SELECT count(*) FROM sync_status
        WHERE first_pass_done = 0 AND account IN (SELECT value FROM json_each(${ids}))) AS open,
      (SELECT coalesce(sum(stored), 0) FROM coverage
        WHERE account IN (SELECT value FROM json_each(${ids}))) AS scanned`);
  return { complete: row?.open === 0, scanned: row?.scanned ?? 0 };
}
