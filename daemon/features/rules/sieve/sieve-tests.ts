import type { Condition, FieldCondition, Match } from '../../../contract/rule.ts';
import type { SieveArgument, SieveTest } from './sieve-syntax.ts';

/** A statement that no rule can do, with its line. */
export class SieveRefusal extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** A condition that every message meets. */
export const everyMessage: Condition = { type: 'field', field: 'size_greater_than', bytes: -1 };

/** The condition of a test. Throws `SieveRefusal`. */
export function conditionOfTest(test: SieveTest): Condition {
  const [inner] = test.tests;
  switch (test.name) {
    case 'allof':
    case 'anyof':
      return combined(test.name === 'allof' ? 'and' : 'or', test.tests.map(conditionOfTest), test.line);
    case 'not':
      if (!inner) throw new SieveRefusal(test.line, 'There is no test behind “not”.');
      return { type: 'not', condition: conditionOfTest(inner) };
    case 'true':
      return everyMessage;
    case 'false':
      return { type: 'not', condition: everyMessage };
    case 'header':
    case 'address':
      return headerCondition(test);
    case 'body':
      return bodyCondition(test);
    case 'size':
      return sizeCondition(test);
    case 'exists':
      return existsCondition(test);
    default:
      throw new SieveRefusal(test.line, `Rules have no test “${test.name}”.`);
  }
}

function combined(type: 'and' | 'or', conditions: Condition[], line: number): Condition {
  const [only, ...others] = conditions;
  if (!only) throw new SieveRefusal(line, 'There is no test in the parentheses.');
  return others.length === 0 ? only : { type, conditions };
}

const fields: Readonly<Record<string, 'from' | 'to' | 'cc' | 'subject' | 'list_id'>> = {
  from: 'from',
  to: 'to',
  cc: 'cc',
  subject: 'subject',
  'list-id': 'list_id',
};

function headerCondition({ name, args, line }: SieveTest): Condition {
  const { tags, strings } = argumentsOf(args, line);
  const [headers = [], values = []] = strings;
  const unknown = headers.find((header) => fields[header.toLowerCase()] === undefined);
  if (unknown !== undefined) throw new SieveRefusal(line, `Rules don’t look at the field “${unknown}”.`);
  const part = name === 'address' ? addressPart(tags) : 'all';
  const kind = matchKind(tags, line);
  const conditions = headers.flatMap((header) =>
    values.map((value): FieldCondition => {
      const field = fields[header.toLowerCase()] ?? 'subject';
      return { type: 'field', field, pattern: patternOf(kind, value, { part, line }) };
    }),
  );
  return combined('or', conditions, line);
}

function bodyCondition({ args, line }: SieveTest): Condition {
  const { tags, strings } = argumentsOf(args, line);
  if (tags.includes('raw') || tags.includes('content'))
    throw new SieveRefusal(line, 'Rules look at the text of the body only.');
  const kind = matchKind(
    tags.filter((tag) => tag !== 'text'),
    line,
  );
  const conditions = (strings[0] ?? []).map((value): FieldCondition => {
    return { type: 'field', field: 'body_contains', pattern: patternOf(kind, value, { part: 'all', line }) };
  });
  return combined('or', conditions, line);
}

function sizeCondition({ args, line }: SieveTest): Condition {
  const { tags, number } = argumentsOf(args, line);
  if (number === undefined) throw new SieveRefusal(line, 'A size is missing.');
  if (tags.includes('over')) return { type: 'field', field: 'size_greater_than', bytes: number };
  if (tags.includes('under')) return { type: 'field', field: 'size_less_than', bytes: number };
  throw new SieveRefusal(line, 'Rules compare sizes with :over and :under.');
}

function existsCondition({ args, line }: SieveTest): Condition {
  const [headers = []] = argumentsOf(args, line).strings;
  const conditions = headers.map((header): Condition => {
    if (header.toLowerCase() === 'list-unsubscribe') return { type: 'field', field: 'has_unsubscribe' };
    if (header.toLowerCase() === 'list-id')
      return { type: 'field', field: 'list_id', pattern: { type: 'glob', value: '?*' } };
    throw new SieveRefusal(line, `Rules don’t look at the field “${header}”.`);
  });
  return combined('and', conditions, line);
}

type Arguments = { tags: string[]; strings: string[][]; number: number | undefined };

/** The arguments by kind. The comparator that ignores case is the one that rules use. */
function argumentsOf(args: readonly SieveArgument[], line: number): Arguments {
  const found: Arguments = { tags: [], strings: [], number: undefined };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg?.kind === 'tag' && arg.text === 'comparator') {
      const comparator = args[++at];
      const isUsual = comparator?.kind === 'strings' && comparator.texts[0] === 'i;ascii-casemap';
      if (!isUsual) throw new SieveRefusal(line, 'Rules compare texts without regard to case.');
    } else if (arg?.kind === 'tag') found.tags.push(arg.text);
    else if (arg?.kind === 'number') found.number = arg.value;
    else if (arg) found.strings.push(arg.texts);
  }
  return found;
}

type AddressPart = 'all' | 'domain' | 'localpart';

function addressPart(tags: readonly string[]): AddressPart {
  return tags.includes('domain') ? 'domain' : tags.includes('localpart') ? 'localpart' : 'all';
}

type MatchKind = 'is' | 'contains' | 'matches';

function matchKind(tags: readonly string[], line: number): MatchKind {
  const kinds = tags.filter((tag) => !['all', 'domain', 'localpart'].includes(tag));
  const [kind = 'is'] = kinds;
  if (kind === 'is' || kind === 'contains' || kind === 'matches') return kind;
  throw new SieveRefusal(line, `Rules cannot compare texts with “:${kind}”.`);
}

function patternOf(kind: MatchKind, value: string, { part, line }: { part: AddressPart; line: number }): Match {
  if (value === '') throw new SieveRefusal(line, 'Rules cannot look for an empty text.');
  if (part === 'all' && kind === 'contains') return { type: 'contains', value };
  if (part !== 'all' && kind !== 'is')
    throw new SieveRefusal(line, `Rules compare a part of an address only with “:is”.`);
  if (kind === 'is') return { type: 'regex', value: `(?i)${partExpression(part, escaped(value))}` };
  if (value.includes('\\')) throw new SieveRefusal(line, 'A pattern of a rule has no backslashes.');
  return { type: 'glob', value };
}

function partExpression(part: AddressPart, text: string): string {
  if (part === 'domain') return `@${text}>?$`;
  return part === 'localpart' ? `(?:^|<)${text}@[^@]*$` : `^${text}$`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
