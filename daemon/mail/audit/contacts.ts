import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { accountsWithoutContactCounts, tallyContacts } from '../contacts/contacts.ts';
import { flagBits } from '../messages/flags.ts';
import { driftByAccount, type Drift, type AuditScope } from './drift.ts';

/** Contacts in a sample. */
const sampleSize = 40;

/** Contacts whose counts differ from the stored mail. Accounts that have not been counted yet are skipped. */
export function auditContacts(db: ReadDb, scope: AuditScope): Drift[] {
  const uncounted = accountsWithoutContactCounts(db);
  const accounts = scope.accounts.filter((account) => !uncounted.includes(account));
  if (scope.depth === 'sample') return driftByAccount(sampledDrift(db, accounts, scope.random));
  return driftByAccount(accounts.flatMap((account) => db.snapshot(() => wholeDrift(db, account))));
}

type ContactCounts = { account: number; email: string; received: number; sent: number };

function wholeDrift(db: ReadDb, account: number): number[] {
  const tallied = tallyContacts(db, account);
  const stored = db.all<ContactCounts>(
    sql`SELECT account, email, received, sent FROM contacts WHERE account = ${account}`,
  );
  const wrong = stored.filter(({ email, received, sent }) => {
    const counted = tallied.get(email);
    tallied.delete(email);
    return counted?.received !== received || counted.sent !== sent;
  });
  return [...wrong, ...tallied.keys()].map(() => account);
}

/** Finds sampled contacts whose received count differs from the indexed messages; returns their accounts. */
function sampledDrift(db: ReadDb, accounts: readonly number[], random: () => number): number[] {
  const lastId = db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM contacts`)?.id ?? 0;
  const randomIds = Array.from({ length: sampleSize }, () => 1 + Math.floor(random() * lastId));
  const sampleIds = lastId <= sampleSize ? Array.from({ length: lastId }, (_, index) => index + 1) : randomIds;
  return db
    .all<{ account: number }>(
      sql`
      SELECT account FROM contacts c
      WHERE id IN (SELECT value FROM json_each(${jsonList(sampleIds)}))
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
        AND received <> (SELECT count(*) FROM messages m
          WHERE m.account = c.account AND m.from_email = c.email COLLATE NOCASE
            AND m.direction = 'inbound' AND NOT m.flags & ${flagBits.DRAFT})`,
    )
    .map(({ account }) => account);
}
