import type { Condition, Rule, RuleAction, RuleContent } from '../../data/queries/rules.ts';

export type FieldCondition = Extract<Condition, { type: 'field' }>;

/** One condition of the sentence; `isNot` turns it round. */
export type Test = { condition: FieldCondition; isNot: boolean };

/**
 * A rule in the editor. Conditions that the sentence cannot show, such as groups within groups, stay as they are in `fixed`, and
 * `tests` is empty.
 */
export type RuleDraft = {
  id: string | undefined;
  name: string;
  enabled: boolean;
  priority: number | undefined;
  account_ids: string[] | null;
  joiner: 'and' | 'or';
  tests: Test[];
  fixed: Condition | undefined;
  actions: RuleAction[];
};

export function newDraft(from = ''): RuleDraft {
  return {
    id: undefined,
    name: '',
    enabled: true,
    priority: undefined,
    account_ids: null,
    joiner: 'and',
    tests: [{ condition: textCondition('from', from), isNot: false }],
    fixed: undefined,
    actions: [{ type: 'add_label', label: '' }],
  };
}

export function draftOf(rule: Rule): RuleDraft {
  const { id, name, enabled, priority, account_ids, conditions, actions } = rule;
  const tests = testsOf(conditions);
  return {
    id,
    name,
    enabled,
    priority,
    account_ids: account_ids && [...account_ids],
    joiner: conditions.type === 'or' ? 'or' : 'and',
    tests: tests ?? [],
    fixed: tests ? undefined : conditions,
    actions: [...actions],
  };
}

/** The conditions as a list without groups, if they are one. */
function testsOf(condition: Condition): Test[] | undefined {
  if (condition.type === 'and' || condition.type === 'or') {
    const tests = condition.conditions.map(testOf);
    return tests.every((each) => each !== undefined) ? tests : undefined;
  }
  const test = testOf(condition);
  return test && [test];
}

function testOf(condition: Condition): Test | undefined {
  if (condition.type === 'field') return { condition, isNot: false };
  const inner = condition.type === 'not' ? condition.condition : undefined;
  return inner?.type === 'field' && hasOpposite(inner) ? { condition: inner, isNot: true } : undefined;
}

/** Whether the sentence has words for the opposite of a condition. */
function hasOpposite(condition: FieldCondition): boolean {
  return (
    'pattern' in condition ||
    'label' in condition ||
    'place' in condition ||
    condition.field === 'has_attachment' ||
    condition.field === 'has_unsubscribe'
  );
}

export function textCondition(
  field: 'from' | 'to' | 'cc' | 'subject' | 'body_contains' | 'list_id',
  value = '',
): FieldCondition {
  return { type: 'field', field, pattern: { type: 'contains', value } };
}

/** What a draft does with which mail, if nothing is left to fill in. */
export function contentOf({ fixed, tests, joiner, actions, account_ids }: RuleDraft): RuleContent | undefined {
  const conditions = fixed ?? conditionsOf(tests, joiner);
  if (!conditions || actions.length === 0 || !actions.every(isActionComplete)) return undefined;
  return { conditions, actions, account_ids };
}

/** The conditions of a draft, if they are complete. */
function conditionsOf(tests: readonly Test[], joiner: 'and' | 'or'): Condition | undefined {
  if (tests.length === 0 || !tests.every(({ condition }) => isConditionComplete(condition))) return undefined;
  const all = tests.map(({ condition, isNot }): Condition => (isNot ? { type: 'not', condition } : condition));
  const [only, ...others] = all;
  return only && others.length === 0 ? only : { type: joiner, conditions: all };
}

function isConditionComplete(condition: FieldCondition): boolean {
  if ('pattern' in condition) return condition.pattern.value.trim() !== '';
  if ('label' in condition) return condition.label.trim() !== '';
  return 'date' in condition ? condition.date !== '' : true;
}

function isActionComplete(action: RuleAction): boolean {
  if ('label' in action) return action.label.trim() !== '';
  if ('command' in action) return action.command.trim() !== '';
  if ('duration' in action) return action.duration.type !== 'until' || action.duration.date !== '';
  return true;
}

/**
 * The priorities to store so that the rule at `from` comes to be at `to`: only its own where there is room between its new
 * neighbours, else those of all rules that get another one.
 */
export function prioritiesAfterMove(
  rules: readonly Pick<Rule, 'id' | 'priority'>[],
  from: number,
  to: number,
): { id: string; priority: number }[] {
  const moved = rules[from];
  if (!moved || from === to) return [];
  const order = rules.toSpliced(from, 1).toSpliced(to, 0, moved);
  const [before, after] = [order[to - 1]?.priority, order[to + 1]?.priority];
  const between =
    before === undefined ? (after ?? 0) - step : after === undefined ? before + step : Math.floor((before + after) / 2);
  if ((before === undefined || before < between) && (after === undefined || between < after))
    return [{ id: moved.id, priority: between }];
  return order.flatMap(({ id, priority }, at) =>
    priority === (at + 1) * step ? [] : [{ id, priority: (at + 1) * step }],
  );
}

const step = 10;
