import { Failure } from '../../base/failure.ts';
import { ruleActions, type Condition, type RuleAction } from '../../contract/rule.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { ActionMistake, readActions } from '../../mail/rules/action-text.ts';
import { compileMatch, PatternMistake } from '../../mail/rules/match-text.ts';
import { commandsOf } from '../../mail/rules/rule.ts';
import { CommandMistake, splitCommand } from '../../mail/rules/split-command.ts';

/** Throws Failure `bad_pattern` for a regular expression that a rule cannot use. */
export function checkPatterns(condition: Condition): void {
  switch (condition.type) {
    case 'and':
    case 'or':
      condition.conditions.forEach(checkPatterns);
      return;
    case 'not':
      return checkPatterns(condition.condition);
    case 'field':
      if ('pattern' in condition) checkPattern(condition.pattern);
  }
}

function checkPattern(pattern: Parameters<typeof compileMatch>[0]): void {
  try {
    compileMatch(pattern);
  } catch (thrown) {
    if (!(thrown instanceof PatternMistake)) throw thrown;
    throw new Failure('invalid', 'bad_pattern', thrown.message, { cause: thrown });
  }
}

/** Throws Failure `bad_command` for a command that cannot be split. */
export function checkCommands(actions: RuleAction[]): void {
  try {
    for (const command of commandsOf({ actions })) splitCommand(command);
  } catch (thrown) {
    if (!(thrown instanceof CommandMistake)) throw thrown;
    throw new Failure('invalid', 'bad_command', thrown.message, { cause: thrown });
  }
}

/** The actions of a form. Throws Failure `bad_action`. */
export function readFormActions(text: string): RuleAction[] {
  try {
    const actions = readActions(text);
    const checked = ruleActions.safeParse(actions);
    if (checked.success) return checked.data;
    throw new ActionMistake(`An action can’t be used: ${checked.error.issues[0]?.message ?? 'it is too long'}.`);
  } catch (thrown) {
    if (!(thrown instanceof ActionMistake)) throw thrown;
    throw new Failure('invalid', 'bad_action', thrown.message, { cause: thrown });
  }
}

/** The ids of accounts in the form of the store; null means all. Throws Failure `unknown_account`. */
export function requireAccountIds(
  accounts: readonly Pick<Account, 'account_id'>[],
  account_ids: readonly string[] | null,
): string[] | null {
  if (account_ids === null) return null;
  const ids = [...new Set(account_ids.map((id) => id.toLowerCase()))];
  if (ids.every((id) => accounts.some(({ account_id }) => account_id === id))) return ids;
  throw new Failure('missing', 'unknown_account', 'One of the rule’s accounts isn’t set up here.');
}
