import type { Address } from '../../contract/fields.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { addressKey } from '../../mail/contacts/changes.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';

/** When the first of some messages (internal ids) arrived; undefined if there are none. */
export function firstReceivedAt(db: ReadDb, messages: readonly { id: number }[]): string | undefined {
  const ids = jsonList(messages.map(({ id }) => id));
  return (
    db.get<{ first: string | null }>(sql`
      SELECT min(received_at) AS first FROM messages WHERE id IN (SELECT value FROM json_each(${ids}))`)?.first ??
    undefined
  );
}

/** The one of some addresses that the user has written to most, and how often. The user's own addresses do not count. */
export function mostWrittenTo(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  addresses: readonly Address[],
): (Address & { sent: number }) | undefined {
  const most = db.get<{ email: string; name: string | null; sent: number }>(sql`
    SELECT c.email, max(coalesce(c.name_by_owner, c.name)) AS name, sum(c.sent) AS sent
    FROM json_each(${jsonList(addresses.map(({ email }) => addressKey(email)))}) asked
    JOIN accounts a ON a.id IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    JOIN contacts c ON c.account = a.id AND c.email = asked.value
    WHERE c.sent > 0 AND NOT EXISTS (SELECT 1 FROM account_addresses own WHERE own.email = c.email COLLATE NOCASE)
    GROUP BY c.email ORDER BY sent DESC, c.email LIMIT 1`);
  if (!most) return undefined;
  const named = addresses.find(({ email }) => addressKey(email) === most.email);
  return { ...most, name: named?.name ?? most.name };
}

/** The rule for new mail that moved a message last, as the history has it; `to` is the name of a rule of the user. */
export function latestRule(db: ReadDb, message: number): { rule: string; to: string | null } | undefined {
  return db.get(sql`
    SELECT coalesce(m.about ->> '$.rule', m.kind) AS rule, coalesce(m.about ->> '$.to', m.about ->> '$.rule_name') AS "to"
    FROM operations o JOIN mutations m ON m.id = o.mutation
    WHERE o.message = ${message} AND (m.about ->> '$.rule' IS NOT NULL OR m.kind = 'rule') AND m.undone_by IS NULL
    ORDER BY o.id DESC LIMIT 1`);
}
