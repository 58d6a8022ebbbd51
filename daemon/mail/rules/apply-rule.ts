import { instantOf } from '../../base/clock.ts';
import type { Effect } from '../../contract/define.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { saveSnoozes } from '../later/snoozes.ts';
import {
  applyMutation,
  type AccountMutation,
  type AppliedMutation,
  type ApplyDeps,
  type MutationTarget,
  type SkippedMessage,
} from '../mutations/apply.ts';
import { effectsOf } from '../mutations/effects.ts';
import { planActions, type PlannedActions } from './plan-actions.ts';
import type { Rule } from './rule.ts';

/** Messages of one account, with what a rule does to them. */
export type PlannedRule = { account: Account; targets: readonly MutationTarget[]; actions: PlannedActions };

/** Plans the actions of a rule for messages of one account. Throws `ActionFailure`. */
export function planRule(
  db: WriteDb,
  { actions }: Pick<Rule, 'actions'>,
  context: { account: Account; targets: readonly MutationTarget[]; now: Date },
): PlannedRule {
  const { account, targets } = context;
  return { account, targets, actions: planActions(db, actions, context) };
}

/** The effects of planned actions, in the terms of the safety policies. A snooze for years equals archiving. */
export function effectsOfPlan(db: WriteDb, { actions: { changes, wakeAt } }: PlannedRule): Effect[] {
  const effects = [...effectsOf(db, { kind: 'rule', changes })];
  return wakeAt ? [...effects, { safety: 'destroy', action: 'archive' }] : effects;
}

type RuleMutation = {
  rule: Pick<Rule, 'name'>;
  planned: readonly PlannedRule[];
  actor: Actor;
  correlation?: string | undefined;
  skipped?: readonly SkippedMessage[];
};

/** Applies planned actions as one mutation. Called inside a transaction. */
export function applyRule(
  deps: ApplyDeps,
  { rule, planned, actor, correlation, skipped }: RuleMutation,
): AppliedMutation {
  const { db, clock } = deps;
  const wakeAt = planned.find(({ actions }) => actions.wakeAt)?.actions.wakeAt;
  const wake_at = wakeAt && instantOf(wakeAt);
  const accounts = planned.map(({ account, targets, actions: { changes, before } }): AccountMutation => {
    return { account, targets, changes, ...(before.length > 0 && { before }) };
  });
  const details = { rule_name: rule.name, ...(wake_at !== undefined && { until: wake_at }) };
  const applied = applyMutation(deps, {
    kind: 'rule',
    details,
    actor,
    correlation,
    accounts,
    ...(skipped && { skipped }),
  });
  if (wake_at !== undefined) {
    const snoozes = planned.flatMap(({ actions }) => actions.snoozes);
    saveSnoozes(db, snoozes, { wake_at, snoozed_at: instantOf(clock.now()), mutation: applied.id, ...actor });
  }
  return applied;
}
