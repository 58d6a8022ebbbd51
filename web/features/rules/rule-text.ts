import type { Condition, Rule } from '../../data/queries/rules.ts';
import { formatList } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { actionText } from './action-kinds.ts';
import { conditionText } from './condition-kinds.ts';

const t = strings.rules;

/** A rule as a sentence. */
export function ruleText({ conditions, actions }: Pick<Rule, 'conditions' | 'actions'>): string {
  return t.sentence({ conditions: conditionsText(conditions), actions: formatList(actions.map(actionText)) });
}

/** Conditions in words; groups within groups are in parentheses. */
export function conditionsText(condition: Condition, isInner = false): string {
  if (condition.type === 'field') return conditionText({ condition, isNot: false });
  if (condition.type === 'not') {
    const inner = condition.condition;
    return inner.type === 'field'
      ? conditionText({ condition: inner, isNot: true })
      : t.not({ text: t.group({ text: conditionsText(inner) }) });
  }
  const words = condition.conditions.map((each) => conditionsText(each, true));
  const text = words.join(condition.type === 'and' ? ` ${t.and} ` : ` ${t.or} `);
  return isInner && words.length > 1 ? t.group({ text }) : text;
}
