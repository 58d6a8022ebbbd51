import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { contactsDue, talliedContacts } from '../contacts.ts';
import { flagBits } from '../flags.ts';
import { driftOf, type Drift, type Looking } from './drift.ts';

/** Contacts of a sample. */
const sampled = 40;

/** Contacts whose counts are not those of the stored mail, without the accounts that have yet to be counted. */
export function auditContacts(db: ReadDb, looking: Looking): Drift[] {
  const due = contactsDue(db);
  const accounts = looking.accounts.filter((account) => !due.includes(account));
  if (looking.depth === 'sample') return driftOf(sampledDrift(db, accounts, looking.random));
  return driftOf(accounts.flatMap((account) => db.snapshot(() => wholeDrift(db, account))));
}

type Counted = { account: number; email: string; received: number; sent: number };

function wholeDrift(db: ReadDb, account: number): number[] {
  const tallied = talliedContacts(db, account);
  const stored = db.all<Counted>(sql`SELECT account, email, received, sent FROM contacts WHERE account = ${account}`);
  const wrong = stored.filter(({ email, received, sent }) => {
    const counted = tallied.get(email);
    tallied.delete(email);
    return counted?.received !== received || counted.sent !== sent;
  });
  return [...wrong, ...tallied.keys()].map(() => account);
}

/** How much each has sent, which an index tells. */
function sampledDrift(db: ReadDb, accounts: readonly number[], random: () => number): number[] {
  const last = db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM contacts`)?.id ?? 0;
  const ids = Array.from({ length: sampled }, () => 1 + Math.floor(random() * last));
  const all = last <= sampled ? Array.from({ length: last }, (_, index) => index + 1) : ids;
  return db
    .all<{ account: number }>(
      sql`
      SELECT account FROM contacts c
      WHERE id IN (SELECT value FROM json_each(${jsonList(all)}))
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
        AND received <> (SELECT count(*) FROM messages m
          WHERE m.account = c.account AND m.from_email = c.email COLLATE NOCASE
            AND m.direction = 'inbound' AND NOT m.flags & ${flagBits.DRAFT})`,
    )
    .map(({ account }) => account);
}
