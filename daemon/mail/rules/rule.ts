import type { Condition, RuleAction } from '../../contract/rule.ts';
import type { Actor } from '../../contract/ownership.ts';

/** A stored rule. Times are instants as text. */
export type Rule = {
  id: number;
  rule_id: string;
  name: string;
  enabled: boolean;
  priority: number;
  conditions: Condition;
  actions: RuleAction[];
  /** Public ids; null for all accounts. */
  account_ids: string[] | null;
  /** Raised with each change. */
  version: number;
  created_at: string;
  updated_at: string;
  /** Who wrote it. */
  actor: Actor;
  match_count: number;
  last_matched_at: string | null;
  /** Failures in a row. */
  failures: number;
  last_error: string | null;
  paused_at: string | null;
};

/** What the owner or an agent writes of a rule. */
export type RuleContent = Pick<Rule, 'name' | 'enabled' | 'priority' | 'conditions' | 'actions' | 'account_ids'>;

/** Whether a rule is about mail of an account. */
export function concernsAccount({ account_ids }: Pick<Rule, 'account_ids'>, { account_id }: { account_id: string }) {
  return account_ids === null || account_ids.includes(account_id);
}

/** The commands that a rule runs. */
export function commandsOf({ actions }: Pick<Rule, 'actions'>): string[] {
  return actions.flatMap((action) => (action.type === 'shell_hook' ? action.command : []));
}
