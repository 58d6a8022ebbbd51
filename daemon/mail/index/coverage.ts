import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

export type Coverage = { indexed: number; stored: number };

/** The number of messages of `accounts` that search finds, and the number that is stored. */
export function coverageOf(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): Coverage {
  return coverageFrom(
    db.get<Counts>(sql`
      SELECT coalesce(sum(stored), 0) AS stored, coalesce(sum(waiting), 0) AS waiting FROM coverage
      WHERE account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`),
  );
}

/** The same for the whole store. */
export function wholeCoverage(db: ReadDb): Coverage {
  return coverageFrom(
    db.get<Counts>(sql`SELECT coalesce(sum(stored), 0) AS stored, coalesce(sum(waiting), 0) AS waiting FROM coverage`),
  );
}

type Counts = { stored: number; waiting: number };

/** A message may be in the queue twice, so the rest is clamped to 0. */
function coverageFrom(counts: Counts | undefined): Coverage {
  const { stored = 0, waiting = 0 } = counts ?? {};
  return { stored, indexed: Math.max(0, stored - waiting) };
}
