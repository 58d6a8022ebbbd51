import { Failure } from '../../base/failure.ts';
import type { ReplyOf } from '../../handler-types.ts';
import type { Now } from '../../mail/query/days.ts';
import { actionTexts } from '../../mail/rules/action-text.ts';
import type { HookRun, RuleLog } from '../../mail/rules/history.ts';
import { commandsOf, type Rule } from '../../mail/rules/rule.ts';
import { confirmedCommands } from '../../mail/rules/store.ts';
import type { ReadDb } from '../../store/db.ts';
import { conditionText } from './condition-text.ts';
import type { rulesRequests } from './contract.ts';

type Requests = typeof rulesRequests;
type ShownRule = ReplyOf<Requests['detail']>['rule'];
type ListedRule = ReplyOf<Requests['list']>['rules'][number];
type Form = ReplyOf<Requests['form']>['form'];
type HistoryEntry = ReplyOf<Requests['history']>['entries'][number];

export function shownRule(db: ReadDb, rule: Rule): ShownRule {
  const confirmed = confirmedCommands(db, rule.id);
  return {
    id: rule.rule_id,
    name: rule.name,
    enabled: rule.enabled,
    priority: rule.priority,
    conditions: rule.conditions,
    actions: rule.actions,
    created_at: rule.created_at,
    updated_at: rule.updated_at,
    account_ids: rule.account_ids,
    match_count: rule.match_count,
    last_matched_at: rule.last_matched_at,
    paused_at: rule.paused_at,
    last_error: rule.last_error,
    unconfirmed_hooks: [...new Set(commandsOf(rule))].filter((command) => !confirmed.has(command)),
  };
}

export function listedRule(db: ReadDb, rule: Rule, at: Now): ListedRule {
  const condition = conditionText(rule.conditions, at);
  return {
    ...shownRule(db, rule),
    ...('text' in condition && { condition: condition.text }),
    ...(partsOutsideForms(rule).length === 0 && { action: actionTexts(rule.actions).join(', ') }),
  };
}

/** Throws Failure `not_in_a_form`, with what a form cannot express. */
export function formOf(rule: Rule, at: Now): Form {
  const condition = conditionText(rule.conditions, at);
  const parts = [...('parts' in condition ? condition.parts : []), ...partsOutsideForms(rule)];
  if ('parts' in condition || parts.length > 0) {
    const sentence = `A form can’t express this rule: it has ${parts.join(', ')}.`;
    throw new Failure('unsupported', 'not_in_a_form', sentence, { parts });
  }
  const { rule_id: id, name, priority, enabled } = rule;
  return { id, name, condition: condition.text, action: actionTexts(rule.actions).join(', '), priority, enabled };
}

function partsOutsideForms({ actions }: Rule): string[] {
  return actions.some(({ type }) => type === 'snooze') ? ['a snooze'] : [];
}

export function historyEntry(log: RuleLog, hooks: readonly HookRun[]): HistoryEntry {
  const { rule_id, rule_name, message_id, actions, at, outcome, error, mutation_id } = log;
  return {
    rule_id,
    rule_name,
    message_id,
    actions_applied: actions,
    timestamp: at,
    success: outcome === 'done',
    error,
    blocked: outcome === 'blocked',
    mutation_id,
    hooks: hooks.map(({ command, state, started_at, ended_at, exit_code, output, is_cut, error: problem }) => {
      const run = { command, state, started_at, ended_at, exit_code, output };
      return { ...run, output_cut: is_cut === 1, error: problem };
    }),
  };
}
