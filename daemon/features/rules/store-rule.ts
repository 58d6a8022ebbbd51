import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Announcement } from '../../contract/events.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Call, ChangeCall } from '../../handler-types.ts';
import { allAccounts } from '../../mail/accounts/accounts.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { noteLabels } from '../../mail/rules/label-names.ts';
import type { PeriodMatches, PeriodRequest } from '../../mail/rules/match-rules.ts';
import type { Rule, RuleContent } from '../../mail/rules/rule.ts';
import { changedEvent } from '../../mail/rules/rule-events.ts';
import { countRules, ruleById, saveRule } from '../../mail/rules/store.ts';
import type { WriteDb } from '../../store/db.ts';
import { checkMayChange, effectsOfActions } from './agent-limits.ts';
import { shownRule } from './wire.ts';
import { checkCommands, checkPatterns } from './written-rule.ts';

export type RulesDeps = Pick<ApplyDeps, 'clock' | 'onMutationResult'> & {
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  announce: (announcement: Announcement) => void;
  /** Tests rules on mail of a period, in a worker. */
  matchPeriod: (request: PeriodRequest) => Promise<PeriodMatches>;
};
export type WriteCall = Pick<Call, 'caller' | 'accounts'> & Pick<ChangeCall, 'permit'> & { db: WriteDb };

const maxRules = 500;

type StoredRule = { known: Rule | undefined; content: RuleContent; rule_id: string };

/** Checks and stores a rule, and tells clients. */
export function storeRule(deps: RulesDeps, call: WriteCall, { known, content, rule_id }: StoredRule) {
  const { db } = call;
  if (known) checkMayChange(call, known);
  checkMayChange(call, content);
  saveNewRule(deps, call, { content, rule_id, isNew: known === undefined });
  const rule = ruleById(db, rule_id);
  if (!rule) throw new Error('a rule that was stored is missing');
  announceChange(deps, db, [rule]);
  return shownRule(db, rule);
}

/** Checks and stores the content of a rule. */
export function saveNewRule(
  { clock }: Pick<RulesDeps, 'clock'>,
  { db, caller, permit }: WriteCall,
  { content, rule_id, isNew }: { content: RuleContent; rule_id: string; isNew: boolean },
): void {
  checkPatterns(content.conditions);
  checkCommands(content.actions);
  for (const effect of effectsOfActions(content.actions)) permit(effect);
  if (isNew && countRules(db) >= maxRules)
    throw new Failure(
      'conflict',
      'too_many_rules',
      `You have ${maxRules} rules, which is the maximum. Delete one first.`,
    );
  saveRule(db, { ...content, rule_id: rule_id.toLowerCase(), at: instantOf(clock.now()), actor: actorOf(caller) });
  const saved = ruleById(db, rule_id);
  if (saved) noteLabels(db, saved);
}

/** Called inside the transaction of a change: clients learn of it afterwards. */
export function announceChange({ announce }: Pick<RulesDeps, 'announce'>, db: WriteDb, rules: readonly Rule[]): void {
  const accounts = allAccounts(db);
  queueMicrotask(() => announce(changedEvent(rules, accounts)));
}
