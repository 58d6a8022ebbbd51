import type { Condition, RuleAction } from '../../contract/rule.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import { allAccounts } from '../accounts/accounts.ts';
import { labelById } from '../labels/labels.ts';
import { fullNameOf, labelNameKey, pendingRenames } from '../labels/paths.ts';
import { findLabelByName } from '../mutations/folders/label-targets.ts';
import { concernsAccount, type Rule } from './rule.ts';
import { allRules, saveLabelNames } from './store.ts';

/** Notes which labels the names in a rule mean, so that the rule follows when one is renamed. */
export function noteLabels(db: WriteDb, rule: Rule): void {
  db.run(sql`DELETE FROM rule_labels WHERE rule = ${rule.id}`);
  const names = labelNamesOf(rule);
  if (names.length === 0) return;
  for (const account of allAccounts(db).filter((each) => concernsAccount(rule, each)))
    for (const name of names) {
      const label = findLabelByName(db, account, name);
      // The folder of a role keeps its role under any name.
      if (!label || label.role !== null) continue;
      db.run(sql`
        INSERT INTO rule_labels (rule, label, name) VALUES (${rule.id}, ${label.id}, ${name}) ON CONFLICT DO NOTHING`);
    }
}

type NotedLabel = { rule: number; label: number; name: string };

/** Renames labels in rules that were renamed in their accounts. A name that a label of the rule still has stays. */
export function followLabelNames(db: WriteDb): void {
  const noted = db.all<NotedLabel>(sql`SELECT rule, label, name FROM rule_labels`);
  if (noted.length === 0) return;
  const rules = new Map(allRules(db).map((rule) => [rule.id, rule]));
  const renamings = pendingRenames(db, allAccounts(db));
  for (const group of Map.groupBy(noted, ({ rule, name }) => JSON.stringify([rule, name])).values()) {
    const [first] = group;
    const rule = first && rules.get(first.rule);
    if (!first || !rule) continue;
    const labels = group.flatMap(({ label }) => labelById(db, label) ?? []);
    const isStillNamed = labels.some((label) =>
      [fullNameOf(label, renamings), label.name, label.label_id, label.provider_id].some(
        (each) => labelNameKey(each) === labelNameKey(first.name),
      ),
    );
    const [renamed] = labels;
    if (!renamed || isStillNamed) continue;
    const changed = renamedIn(rule, { from: first.name, to: fullNameOf(renamed, renamings) });
    rules.set(rule.id, changed);
    saveLabelNames(db, changed);
    noteLabels(db, changed);
  }
}

function labelNamesOf({ conditions, actions }: Pick<Rule, 'conditions' | 'actions'>): string[] {
  const ofActions = actions.flatMap((action) => ('label' in action ? action.label : []));
  return [...new Set([...ofActions, ...labelNamesIn(conditions)])];
}

function labelNamesIn(condition: Condition): string[] {
  if (condition.type === 'not') return labelNamesIn(condition.condition);
  if (condition.type !== 'field') return condition.conditions.flatMap(labelNamesIn);
  return condition.field === 'has_label' ? [condition.label] : [];
}

type Renaming = { from: string; to: string };

function renamedIn(rule: Rule, renaming: Renaming): Rule {
  const nameFor = (label: string) => (label === renaming.from ? renaming.to : label);
  const inAction = (action: RuleAction): RuleAction =>
    'label' in action ? { ...action, label: nameFor(action.label) } : action;
  const inCondition = (condition: Condition): Condition => {
    if (condition.type === 'not') return { ...condition, condition: inCondition(condition.condition) };
    if (condition.type !== 'field') return { ...condition, conditions: condition.conditions.map(inCondition) };
    return condition.field === 'has_label' ? { ...condition, label: nameFor(condition.label) } : condition;
  };
  return { ...rule, actions: rule.actions.map(inAction), conditions: inCondition(rule.conditions) };
}
