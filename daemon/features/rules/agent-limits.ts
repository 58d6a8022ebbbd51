import { Failure } from '../../base/failure.ts';
import type { Effect } from '../../contract/define.ts';
import type { RuleAction } from '../../contract/rule.ts';
import type { Call } from '../../handler-types.ts';
import { findLabelByName } from '../../mail/mutations/folders/label-targets.ts';
import type { Rule } from '../../mail/rules/rule.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';

type LimitedRule = Pick<Rule, 'actions' | 'account_ids'>;

/**
 * Throws Failure `rule_for_people` if the caller is not the owner and the rule runs commands, trashes mail or reaches beyond
 * the accounts of the caller.
 */
export function checkMayChange(
  { caller, accounts, db }: Pick<Call, 'caller' | 'accounts'> & { db: ReadDb },
  rule: LimitedRule,
): void {
  if (isPerson(caller)) return;
  const { actions, account_ids } = rule;
  if (actions.some(({ type }) => type === 'shell_hook')) throw forPeople('runs a command');
  if (actions.some((action) => isTrash(action, { db, accounts }))) throw forPeople('moves mail to the trash');
  const isWithin = account_ids?.every((id) => accounts.some(({ account_id }) => account_id === id)) ?? false;
  if (!isWithin) throw forPeople('applies to accounts that this caller may not use');
}

/** A label that is the trash of one of the accounts moves mail there too, whatever it is called. */
function isTrash(action: RuleAction, { db, accounts }: { db: ReadDb; accounts: Call['accounts'] }): boolean {
  if (action.type !== 'add_label' && action.type !== 'move') return action.type === 'trash';
  if (action.label.toUpperCase() === 'TRASH') return true;
  return accounts.some((account) => findLabelByName(db, account, action.label)?.role === 'trash');
}

function forPeople(reason: string): Failure {
  return new Failure('refused', 'rule_for_people', `Only the owner can make or change a rule that ${reason}.`);
}

/** What the caller must be allowed to do itself in order to have a rule do it. */
export function effectsOfActions(actions: readonly RuleAction[]): Effect[] {
  return actions.flatMap((action): Effect[] => {
    switch (action.type) {
      case 'archive':
      case 'snooze':
        return [{ safety: 'destroy', action: 'archive' }];
      case 'trash':
        return [{ safety: 'destroy', action: 'trash' }];
      case 'move':
        return [{ safety: 'destroy', action: 'move' }];
      default:
        return [];
    }
  });
}
