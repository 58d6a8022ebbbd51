import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../accounts/accounts.ts';
import { concernsAccount, type Rule } from './rule.ts';

/** The accounts that a rule is about, by public id. */
function accountIdsOf(rule: Rule, accounts: readonly Account[]): string[] {
  return accounts.filter((account) => concernsAccount(rule, account)).map(({ account_id }) => account_id);
}

/** A rule was paused. */
export function pausedEvent(rule: Rule, accounts: readonly Account[]): Announcement {
  const { rule_id, name, actor } = rule;
  return { event: 'RulePaused', rule_id, rule_name: name, account_ids: accountIdsOf(rule, accounts), actor };
}

/** Rules were made, changed or deleted. */
export function changedEvent(rules: readonly Rule[], accounts: readonly Account[]): Announcement {
  const account_ids = [...new Set(rules.flatMap((rule) => accountIdsOf(rule, accounts)))];
  const [only, ...others] = rules;
  const actor = only && others.length === 0 ? { actor: only.actor } : {};
  return { event: 'RulesUpdated', rule_ids: rules.map(({ rule_id }) => rule_id), account_ids, ...actor };
}
