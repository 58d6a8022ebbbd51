import { strings } from '../../i18n/strings.ts';
import { dayOf } from './days.ts';
import { type FieldCondition, type Test, textCondition } from './rule-draft.ts';

const t = strings.rules;

/** The kinds of conditions to choose from; those that begin with `no_` are the opposite of another one. */
export const conditionKinds = [
  'from',
  'to',
  'cc',
  'subject',
  'body_contains',
  'list_id',
  'has_label',
  'has_attachment',
  'no_has_attachment',
  'is_unread',
  'is_starred',
  'has_unsubscribe',
  'no_has_unsubscribe',
  'size_greater_than',
  'size_less_than',
  'date_after',
  'date_before',
  'link_density',
  'is_in',
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

const withoutValue = ['has_attachment', 'is_unread', 'is_starred', 'has_unsubscribe'] as const;

/** The kind that a test is shown as. */
export function kindOf({ condition, isNot }: Test): ConditionKind | undefined {
  const { field } = condition;
  const opposite = conditionKinds.find((kind) => isNot && kind === `no_${field}`);
  if (opposite) return opposite;
  return isNot && withoutValue.some((each) => each === field) ? undefined : field;
}

/** A test of another kind; a text is kept. */
export function testOfKind(kind: ConditionKind, { condition }: Test): Test {
  const isNot = kind.startsWith('no_');
  return { condition: conditionOfKind(kind, 'pattern' in condition ? condition.pattern.value : ''), isNot };
}

const megabyte = 1_000_000;

function conditionOfKind(kind: ConditionKind, text: string): FieldCondition {
  switch (kind) {
    case 'has_label':
      return { type: 'field', field: kind, label: '' };
    case 'size_greater_than':
    case 'size_less_than':
      return { type: 'field', field: kind, bytes: 5 * megabyte };
    case 'date_after':
    case 'date_before':
      return { type: 'field', field: kind, date: '' };
    case 'link_density':
      return { type: 'field', field: kind, match_kind: 'heavy' };
    case 'is_in':
      return { type: 'field', field: kind, place: 'inbox' };
    case 'no_has_attachment':
      return { type: 'field', field: 'has_attachment' };
    case 'no_has_unsubscribe':
      return { type: 'field', field: 'has_unsubscribe' };
    case 'has_attachment':
    case 'is_unread':
    case 'is_starred':
    case 'has_unsubscribe':
      return { type: 'field', field: kind };
    default:
      return textCondition(kind, text);
  }
}

/** A condition in words. */
export function conditionText(test: Test): string {
  const { condition, isNot } = test;
  const kind = kindOf(test);
  const name = kind === undefined ? t.not({ text: t.kinds[condition.field] }) : t.kinds[kind];
  if ('pattern' in condition) {
    const { type, value } = condition.pattern;
    return t.textTest({ field: name, match: t.matches[isNot ? (`no_${type}` as const) : type], value });
  }
  if ('label' in condition) return t.valueTest({ field: name, not: isNot ? 'yes' : 'no', value: condition.label });
  if ('bytes' in condition)
    return t.plainTest({
      field: name,
      not: isNot ? 'yes' : 'no',
      value: t.megabytes({ count: condition.bytes / megabyte }),
    });
  if ('date' in condition) return t.plainTest({ field: name, not: isNot ? 'yes' : 'no', value: dayOf(condition.date) });
  if ('match_kind' in condition)
    return t.plainTest({ field: name, not: isNot ? 'yes' : 'no', value: t.linkKinds[condition.match_kind] });
  if ('place' in condition)
    return t.plainTest({ field: name, not: isNot ? 'yes' : 'no', value: t.places[condition.place] });
  return name;
}
