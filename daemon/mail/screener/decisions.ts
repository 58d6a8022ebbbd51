import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { addressKey } from '../contacts/changes.ts';
import {
  applicableDecision,
  domainsOf,
  listValue,
  senderValue,
  type Decided,
  type Decision,
  type DecisionTarget,
  type Disposition,
} from './decision.ts';

type DecisionRow = DecisionTarget & {
  account: number;
  disposition: Disposition;
  is_blocked: number;
  route_label: string | null;
  route_label_id: string | null;
  decided_at: string;
  origin: string;
  token_id: string | null;
};

function decisionOfRow({ is_blocked, origin, token_id, ...row }: DecisionRow): Decision & { account: number } {
  return { ...row, isBlocked: is_blocked === 1, actor: { origin, token_id } };
}

/** The decisions in some accounts, the latest first. */
export function decisionsIn(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id' | 'account_id'>[],
): (Decision & { account_id: string })[] {
  const ids = new Map(accounts.map(({ id, account_id }) => [id, account_id]));
  const rows = db.all<DecisionRow>(sql`
    SELECT * FROM screener_decisions WHERE account IN (SELECT value FROM json_each(${jsonList([...ids.keys()])}))
    ORDER BY decided_at DESC, scope, value, account`);
  return rows.map((row) => ({ ...decisionOfRow(row), account_id: ids.get(row.account) ?? '' }));
}

/** The decision about exactly this sender, list or domain. */
export function decisionAbout(db: ReadDb, account: number, { scope, value }: DecisionTarget): Decision | undefined {
  const row = db.get<DecisionRow>(sql`
    SELECT * FROM screener_decisions WHERE account = ${account} AND scope = ${scope} AND value = ${value}`);
  return row && decisionOfRow(row);
}

/** Stores a decision in place of an earlier one; null takes it away. */
export function saveDecision(
  db: WriteDb,
  account: number,
  { scope, value }: DecisionTarget,
  decided: Decided | null,
): void {
  if (decided === null) {
    db.run(sql`DELETE FROM screener_decisions WHERE account = ${account} AND scope = ${scope} AND value = ${value}`);
    return;
  }
  const { disposition, isBlocked, route_label, route_label_id, decided_at, actor } = decided;
  db.run(sql`
    INSERT INTO screener_decisions (account, scope, value, disposition, is_blocked, route_label, route_label_id, decided_at, origin,
      token_id)
    VALUES (${account}, ${scope}, ${value}, ${disposition}, ${isBlocked}, ${route_label}, ${route_label_id}, ${decided_at},
      ${actor.origin}, ${actor.token_id ?? null})
    ON CONFLICT DO UPDATE SET disposition = excluded.disposition, is_blocked = excluded.is_blocked,
      route_label = excluded.route_label, route_label_id = excluded.route_label_id, decided_at = excluded.decided_at, origin = excluded.origin,
      token_id = excluded.token_id`);
}

/** The sender of a message, and the list it came by, as the mail gives them. `account` is internal. */
export type MailOrigin = { account: number; from_email: string; list_id: string | null };

/** The decision that applies to mail of this origin. */
export function decisionFor(db: ReadDb, origin: MailOrigin): Decision | undefined {
  return decisionsFor(db, [origin])[0];
}

/** The decisions that apply to mail, in the order of the origins. Origins that repeat are read once. */
export function decisionsFor(db: ReadDb, origins: readonly MailOrigin[]): (Decision | undefined)[] {
  const keys = origins.map(originKey);
  const unique = new Map(origins.map((origin, at) => [keys[at], origin]));
  const targets = [...unique].map(([key, origin]) => ({
    key,
    targets: targetsOf(origin).map((target) => keyOf(origin.account, target)),
  }));
  const rows = db.all<DecisionRow>(sql`
    SELECT d.* FROM json_each(${jsonList([...new Set(targets.flatMap((each) => each.targets))])}) wanted
    JOIN screener_decisions d ON d.account = wanted.value ->> 0 AND d.scope = wanted.value ->> 1 AND d.value = wanted.value ->> 2`);
  const known = new Map(rows.map((row) => [keyOf(row.account, row), decisionOfRow(row)]));
  const decisions = new Map(
    targets.map(({ key, targets: named }) => [key, applicableDecision(named.flatMap((each) => known.get(each) ?? []))]),
  );
  return keys.map((key) => decisions.get(key));
}

/** Equal for mail of the same origin. */
export function originKey({ account, from_email, list_id }: MailOrigin): string {
  return JSON.stringify([account, addressKey(from_email), list_id ?? '']);
}

/** The sender, the list and the domains that a decision about mail of this origin may name. */
function targetsOf({ from_email, list_id }: MailOrigin): DecisionTarget[] {
  return [
    { scope: 'sender', value: senderValue(from_email) },
    ...(list_id ? [{ scope: 'list' as const, value: listValue(list_id) }] : []),
    ...domainsOf(from_email).map((value) => ({ scope: 'domain' as const, value })),
  ];
}

function keyOf(account: number, { scope, value }: DecisionTarget): string {
  return JSON.stringify([account, scope, value]);
}
