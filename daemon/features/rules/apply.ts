import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Call, InputOf, ReplyOf } from '../../handler-types.ts';
import type { SkippedMessage } from '../../mail/mutations/apply.ts';
import { buildMutationReply, previewReply } from '../../mail/mutations/mutation-reply.ts';
import { applyRule, effectsOfPlan, planRule, type PlannedRule } from '../../mail/rules/apply-rule.ts';
import { ActionFailure } from '../../mail/rules/plan-actions.ts';
import { chooseTargets } from '../../mail/mutations/targets/targets.ts';
import type { rulesRequests } from './contract.ts';
import { requireRuleToChange } from './find-rule.ts';
import type { RulesDeps } from './store-rule.ts';

type Row = (typeof rulesRequests)['apply'];

/** Applies the actions of a rule to named messages as one mutation, except for commands. */
export function applyToMessages(
  deps: RulesDeps,
  { db, key, permit, ...call }: Call<Row>,
  { message_ids, ...choice }: InputOf<Row>,
): ReplyOf<Row> {
  const rule = requireRuleToChange({ db, ...call }, choice);
  if (rule.actions.every(({ type }) => type === 'shell_hook' || type === 'stop'))
    throw new Failure('invalid', 'nothing_to_do', 'The rule only runs commands, so there’s nothing to apply.');
  const now = deps.clock.now();
  const chosen = chooseTargets({ message_ids }, { read: db, accounts: call.accounts, now, zone: deps.zone });
  const skipped: SkippedMessage[] = [...chosen.skipped];
  const planned: PlannedRule[] = [];
  for (const { account, targets } of chosen.byAccount) {
    try {
      planned.push(planRule(db, rule, { account, targets, now }));
    } catch (thrown) {
      if (!(thrown instanceof ActionFailure)) throw thrown;
      const reason = thrown.message;
      skipped.push(...targets.map(({ message_id }) => ({ message_id, outcome: 'failed' as const, reason, account })));
    }
  }
  if (planned.length === 0) return { kind: 'Ack', ...previewReply([], skipped, { undoable: false, dry_run: false }) };
  for (const plan of planned) for (const effect of effectsOfPlan(db, plan)) permit(effect);
  const request = { rule, planned, actor: actorOf(call.caller), correlation: key, skipped };
  return { kind: 'Ack', ...buildMutationReply(applyRule({ ...deps, db }, request)) };
}
