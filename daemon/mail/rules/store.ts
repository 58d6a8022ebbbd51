import type { Condition, RuleAction } from '../../contract/rule.ts';
import type { Actor } from '../../contract/ownership.ts';
import { sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';
import { joinSql } from '../query/sql-conditions.ts';
import type { Rule, RuleContent } from './rule.ts';

type RuleRow = Omit<Rule, 'enabled' | 'conditions' | 'actions' | 'account_ids' | 'actor'> & {
  enabled: number;
  conditions: string;
  actions: string;
  account_ids: string | null;
  origin: string;
  token_id: string | null;
};

function ruleFrom({ enabled, conditions, actions, account_ids, origin, token_id, ...row }: RuleRow): Rule {
  return {
    ...row,
    enabled: enabled === 1,
    conditions: JSON.parse(conditions) as Condition,
    actions: JSON.parse(actions) as RuleAction[],
    account_ids: account_ids === null ? null : (JSON.parse(account_ids) as string[]),
    actor: { origin, token_id },
  };
}

function rulesWhere(db: ReadDb, condition: Sql): Rule[] {
  const parts = [sql`SELECT * FROM rules WHERE`, condition, sql`ORDER BY priority, id`];
  return db.all<RuleRow>(joinSql(parts, ' ')).map(ruleFrom);
}

/** All rules, in the order in which they are applied. */
export function allRules(db: ReadDb): Rule[] {
  return rulesWhere(db, sql`1`);
}

/** The rules that are applied to new mail, in order. */
export function activeRules(db: ReadDb): Rule[] {
  return rulesWhere(db, sql`enabled = 1 AND paused_at IS NULL`);
}

export function hasActiveRules(db: ReadDb): boolean {
  return db.get(sql`SELECT 1 FROM rules WHERE enabled = 1 AND paused_at IS NULL LIMIT 1`) !== undefined;
}

export function ruleById(db: ReadDb, rule_id: string): Rule | undefined {
  return rulesWhere(db, sql`rule_id = ${rule_id.toLowerCase()}`)[0];
}

export function countRules(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM rules`)?.n ?? 0;
}

type SavedRule = RuleContent & { rule_id: string; at: string; actor: Actor };

/** Stores a new rule, or the new content of a known one, which is then no longer paused. */
export function saveRule(db: WriteDb, { rule_id, at, actor, ...content }: SavedRule): void {
  const { name, enabled, priority, conditions, actions, account_ids } = content;
  db.run(sql`
    INSERT INTO rules (rule_id, name, enabled, priority, conditions, actions, account_ids, created_at, updated_at, origin, token_id)
    VALUES (${rule_id}, ${name}, ${enabled}, ${priority}, ${JSON.stringify(conditions)}, ${JSON.stringify(actions)},
      ${account_ids && JSON.stringify(account_ids)}, ${at}, ${at}, ${actor.origin}, ${actor.token_id ?? null})
    ON CONFLICT (rule_id) DO UPDATE SET name = excluded.name, enabled = excluded.enabled, priority = excluded.priority,
      conditions = excluded.conditions, actions = excluded.actions, account_ids = excluded.account_ids,
      version = version + 1, updated_at = excluded.updated_at, origin = excluded.origin, token_id = excluded.token_id,
      failures = 0, last_error = NULL, paused_at = NULL`);
  // A command that the rule had once must be confirmed again.
  db.run(sql`
    DELETE FROM rule_hooks WHERE rule = (SELECT id FROM rules WHERE rule_id = ${rule_id}) AND command NOT IN
      (SELECT value ->> 'command' FROM json_each(${JSON.stringify(actions)}) WHERE value ->> 'type' = 'shell_hook')`);
}

/** Stores other names of labels in a rule, which is the same rule otherwise. */
export function saveLabelNames(db: WriteDb, { id, conditions, actions }: Rule): void {
  db.run(sql`
    UPDATE rules SET conditions = ${JSON.stringify(conditions)}, actions = ${JSON.stringify(actions)}, version = version + 1
    WHERE id = ${id}`);
}

/** Deletes a rule. Its history stays, with that of other deleted rules up to a limit. */
export function deleteRule(db: WriteDb, rule_id: string): void {
  db.run(sql`DELETE FROM rules WHERE rule_id = ${rule_id}`);
  db.run(sql`
    DELETE FROM rule_logs WHERE rule_id NOT IN (SELECT rule_id FROM rules) AND id <= coalesce(
      (SELECT id FROM rule_logs ORDER BY id DESC LIMIT 1 OFFSET ${maxLogsAfterDeletion}), 0)
      AND id NOT IN (SELECT log FROM rule_hook_runs WHERE state IN ('waiting', 'started'))`);
}

/** Entries of deleted rules are kept among the latest so many of all rules. */
const maxLogsAfterDeletion = 5_000;

/** The commands of a rule that the owner has confirmed. */
export function confirmedCommands(db: ReadDb, rule: number): Set<string> {
  const rows = db.all<{ command: string }>(sql`SELECT command FROM rule_hooks WHERE rule = ${rule}`);
  return new Set(rows.map(({ command }) => command));
}

export function confirmCommand(db: WriteDb, rule: number, { command, at }: { command: string; at: string }): void {
  db.run(sql`
    INSERT INTO rule_hooks (rule, command, confirmed_at) VALUES (${rule}, ${command}, ${at}) ON CONFLICT DO NOTHING`);
}
