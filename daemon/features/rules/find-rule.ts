import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Call } from '../../handler-types.ts';
import type { Rule } from '../../mail/rules/rule.ts';
import { allRules } from '../../mail/rules/store.ts';
import { isPerson, maySee } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import { allAccounts } from '../../mail/accounts/accounts.ts';

type RuleCall = Pick<Call, 'caller' | 'accounts'> & { db: ReadDb };

/** How a request names a rule: by id or by name, under either key. */
type RuleChoice = { id?: string | undefined; rule?: string | undefined };

/** The rules that the caller may see, in the order in which they are applied. */
export function visibleRules({ db, ...call }: RuleCall): Rule[] {
  const rules = allRules(db);
  if (isPerson(call.caller)) return rules;
  const everyId = allAccounts(db).map(({ account_id }) => account_id);
  return rules.filter(({ account_ids, actor }) => maySee(call, { accounts: account_ids ?? everyId, actor }));
}

/** Throws Failure `no_rule_named`, `rule_not_found` and `ambiguous_rule`. */
export function requireRule(call: RuleCall, choice: RuleChoice): Rule {
  const rule = chosenRule(call, choice);
  if (rule) return rule;
  throw new Failure('invalid', 'no_rule_named', 'Name a rule under `id` or `rule`, by its id or its name.');
}

/** As `requireRule`, for a change. Throws Failure `malformed_id` for an `id` that is neither an id nor a name. */
export function requireRuleToChange(call: RuleCall, choice: RuleChoice): Rule {
  const { id } = choice;
  const isNamed = id === undefined || isUuid(id) || namesRule(visibleRules(call), id);
  if (!isNamed) throw new Failure('invalid', 'malformed_id', 'There is no rule of this name, and an id is a UUID.');
  return requireRule(call, choice);
}

function namesRule(rules: readonly Rule[], text: string): boolean {
  return rules.some(({ name }) => name.toLowerCase() === text.toLowerCase());
}

/** The rule that a request names; undefined if it names none. Throws Failure `rule_not_found` and `ambiguous_rule`. */
export function chosenRule(call: RuleCall, { id, rule }: RuleChoice): Rule | undefined {
  const named = id ?? rule;
  if (named === undefined) return undefined;
  const rules = visibleRules(call);
  if (isUuid(named)) {
    const found = rules.find(({ rule_id }) => rule_id === named.toLowerCase());
    if (found) return found;
  }
  const same = rules.filter(({ name }) => name === named);
  const alike = same.length > 0 ? same : rules.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  const [only, ...others] = alike;
  if (!only) throw new Failure('missing', 'rule_not_found', 'There is no such rule. It may have been deleted.');
  if (others.length > 0)
    throw new Failure('conflict', 'ambiguous_rule', `${alike.length} rules are named “${named}”. Use the id of one.`);
  return only;
}
