import { Parser } from 'htmlparser2';
import { Failure } from '../../base/failure.ts';
import { ruleActions, ruleCondition, ruleName, type Condition, type RuleAction } from '../../contract/rule.ts';
import type { Now } from '../../mail/query/days.ts';
import { readCondition } from './condition-text.ts';
import type { ReadRules, Refused } from './read-rules.ts';

type Property = { name: string; value: string; line: number };
type Entry = { line: number; properties: Property[] };

const maxFilters = 500;
const maxValue = 4_000;

/**
 * Reads the filters that Gmail exports (mailFilters.xml, an Atom feed with one entry for each). A filter with a condition
 * or an action that no rule has is refused; settings that only concern Gmail are left out and listed. Throws Failure
 * `bad_file`.
 */
export function readGmailFilters(content: string, at: Now): ReadRules {
  const entries = entriesIn(content);
  if (entries.length === 0) throw new Failure('invalid', 'bad_file', 'The file has no Gmail filters.', { line: 1 });
  if (entries.length > maxFilters)
    throw new Failure('invalid', 'bad_file', `The file has more than ${maxFilters} filters.`, { line: 1 });
  const read: ReadRules = { rules: [], refused: [] };
  for (const [place, entry] of entries.entries()) readEntry(read, entry, { at, number: place + 1 });
  return read;
}

function entriesIn(content: string): Entry[] {
  const entries: Entry[] = [];
  let open: Entry | undefined;
  const lineAt = lineCounter(content);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const line = lineAt(parser.startIndex);
        if (name === 'entry') entries.push((open = { line, properties: [] }));
        if (name !== 'apps:property') return;
        open?.properties.push({ name: attributes['name'] ?? '', value: attributes['value'] ?? '', line });
      },
      onclosetag(name) {
        if (name === 'entry') open = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(content);
  return entries;
}

/** Counts lines up to places that only increase. */
function lineCounter(content: string): (place: number) => number {
  let [line, counted] = [1, 0];
  return (place) => {
    for (; counted < place; counted++) if (content[counted] === '\n') line++;
    return line;
  };
}

function readEntry(read: ReadRules, { line, properties }: Entry, { at, number }: { at: Now; number: number }): void {
  const conditions: Condition[] = [];
  const actions: RuleAction[] = [];
  const leftOut: Refused[] = [];
  const refuse = (reason: string, where = line, statement = `filter ${number}`) =>
    void read.refused.push({ line: where, statement, reason });
  const size = sizeCondition(properties);
  if (size) conditions.push(size);
  for (const property of properties.filter((each) => each.value.trim() !== '')) {
    const { name, value, line: where } = property;
    const statement = `${name}: ${value.slice(0, 200)}`;
    try {
      const [found, action] = [conditionOf(property, at), actionOf(property)];
      if (found) conditions.push(found);
      else if (action) actions.push(action);
      else if (unlikeRules[name] !== undefined && value === 'true')
        leftOut.push({ line: where, statement, reason: unlikeRules[name] });
      else if (!ignored.has(name) && value !== 'false') return refuse('Rules can’t do this.', where, statement);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      return refuse(thrown.message, where, statement);
    }
  }
  if (conditions.length === 0) return refuse('It has no condition.');
  if (actions.length === 0) return refuse(leftOut[0]?.reason ?? 'It does nothing.');
  read.refused.push(...leftOut);
  const [only, ...others] = conditions;
  const condition: Condition = only && others.length === 0 ? only : { type: 'and', conditions };
  const checked = [ruleCondition.safeParse(condition), ruleActions.safeParse(actions)];
  if (checked.some(({ success }) => !success)) return refuse('It is too long for a rule.');
  const name = ruleName.safeParse(nameOf(properties)).data ?? `Gmail filter ${number}`;
  read.rules.push({ name, enabled: true, priority: 0, conditions: condition, actions });
}

/** What only Gmail does, so that the rest of the filter is of use. */
const unlikeRules: Readonly<Record<string, string>> = {
  shouldNeverSpam: 'The server decides what is spam, before rules are applied.',
  shouldAlwaysMarkAsImportant: 'Rules don’t mark mail as important.',
  shouldNeverMarkAsImportant: 'Rules don’t mark mail as important.',
};

const ignored = new Set(['excludeChats', 'size', 'sizeOperator', 'sizeUnit']);

function conditionOf({ name, value }: Property, at: Now): Condition | undefined {
  if (value.length > maxValue) throw new Failure('invalid', 'bad_file', 'It is too long for a rule.');
  switch (name) {
    case 'from':
    case 'to':
    case 'subject':
      return readCondition(`${name}:(${value.replaceAll('|', ' OR ')})`, at);
    case 'hasTheWord':
      return wordsCondition(value, at);
    case 'doesNotHaveTheWord':
      return { type: 'not', condition: wordsCondition(value, at) };
    case 'hasAttachment':
      return value === 'true' ? { type: 'field', field: 'has_attachment' } : undefined;
    default:
      return undefined;
  }
}

/** Gmail looks for words in the subject and the names of senders too, and a rule only in the body. */
function wordsCondition(value: string, at: Now): Condition {
  return listCondition(value) ?? inAllTexts(readCondition(value, at));
}

function inAllTexts(condition: Condition): Condition {
  if (condition.type === 'not') return { type: 'not', condition: inAllTexts(condition.condition) };
  if (condition.type !== 'field') return { ...condition, conditions: condition.conditions.map(inAllTexts) };
  if (condition.field !== 'body_contains') return condition;
  const { pattern } = condition;
  const fields = ['subject', 'body_contains', 'from'] as const;
  return { type: 'or', conditions: fields.map((field) => ({ type: 'field', field, pattern })) };
}

/** `list:` alone is common in filters, and rules know the list of a message. */
function listCondition(value: string): Condition | undefined {
  const [, list] = /^\s*list:\s*[("]*<?([^\s()"<>]+)>?[)"]*\s*$/.exec(value) ?? [];
  return list === undefined
    ? undefined
    : { type: 'field', field: 'list_id', pattern: { type: 'contains', value: list } };
}

function sizeCondition(properties: readonly Property[]): Condition | undefined {
  const valueOf = (name: string) => properties.find((each) => each.name === name)?.value;
  const size = Number(valueOf('size') ?? '');
  if (!Number.isFinite(size) || size <= 0) return undefined;
  const units: Record<string, number> = { s_sb: 1, s_skb: 1024, s_smb: 1024 ** 2 };
  const bytes = Math.round(size * (units[valueOf('sizeUnit') ?? ''] ?? 1));
  const field = valueOf('sizeOperator') === 's_ss' ? 'size_less_than' : 'size_greater_than';
  return { type: 'field', field, bytes };
}

function actionOf({ name, value }: Property): RuleAction | undefined {
  if (name === 'label') return { type: 'add_label', label: value.trim() };
  if (value !== 'true') return undefined;
  switch (name) {
    case 'shouldArchive':
      return { type: 'archive' };
    case 'shouldMarkAsRead':
      return { type: 'mark_read' };
    case 'shouldStar':
      return { type: 'star' };
    case 'shouldTrash':
      return { type: 'trash' };
    default:
      return undefined;
  }
}

function nameOf(properties: readonly Property[]): string {
  const valueOf = (name: string) => properties.find((each) => each.name === name)?.value.trim() ?? '';
  const about = ['from', 'subject', 'to', 'hasTheWord'].map(valueOf).find((each) => each !== '') ?? '';
  return [about, valueOf('label')]
    .filter((each) => each !== '')
    .join(' → ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 120);
}
