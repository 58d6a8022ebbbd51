import { newDraft, type RuleDraft, type Test, textCondition } from './rule-draft.ts';

/** A rule that begins with the conditions of a search, and the conditions that a rule cannot have. */
type SearchRule = { draft: RuleDraft; leftOut: string[] };

/**
 * The rule for mail that a search finds. `clauses` are the conditions of the search as the user typed them. Dates and places are
 * left out because a rule is about mail that arrives, and alternatives because the sentence of a rule has no groups.
 */
export function ruleOfSearch(clauses: readonly string[]): SearchRule {
  const [first = '', ...others] = clauses;
  const words = others.length === 0 ? wordsOf(first) : undefined;
  if (words !== undefined) {
    const tests = [textCondition('subject', words), textCondition('body_contains', words)].map(asTest);
    return { draft: { ...newDraft(), joiner: 'or', tests }, leftOut: [] };
  }
  const read = clauses.map((clause) => ({ clause, test: testOfClause(clause) }));
  const tests = read.flatMap(({ test }) => test ?? []);
  const leftOut = read.flatMap(({ clause, test }) => (test ? [] : [clause]));
  return { draft: tests.length > 0 ? { ...newDraft(), tests } : newDraft(), leftOut };
}

const clauseShape = /^(?<not>-?)(?:(?<operator>[a-z]+):)?(?<value>"[^"]*"|[^\s"(){}]+)$/iu;

/** The words of a clause that is neither negated nor has an operator. */
function wordsOf(clause: string): string | undefined {
  const { not, operator, value } = clauseShape.exec(clause)?.groups ?? {};
  return not === '' && operator === undefined && value ? textOf(value) : undefined;
}

function testOfClause(clause: string): Test | undefined {
  const { not, operator, value } = clauseShape.exec(clause)?.groups ?? {};
  const test = value === undefined ? undefined : testOf(operator?.toLowerCase(), textOf(value));
  if (!test || not === '') return test;
  return 'pattern' in test.condition || 'label' in test.condition ? { ...test, isNot: true } : undefined;
}

function testOf(operator: string | undefined, value: string): Test | undefined {
  if (value === '') return undefined;
  switch (operator) {
    case 'from':
    case 'to':
    case 'cc':
    case 'subject':
      return asTest(textCondition(operator, value));
    case undefined:
    case 'body':
      return asTest(textCondition('body_contains', value));
    case 'list':
      return asTest(textCondition('list_id', value));
    case 'label':
      return asTest({ type: 'field', field: 'has_label', label: value });
    case 'has':
    case 'is':
      return plainTests[`${operator}:${value.toLowerCase()}`];
    case 'larger':
    case 'smaller': {
      const bytes = bytesOf(value);
      if (bytes === undefined) return undefined;
      return asTest({ type: 'field', field: operator === 'larger' ? 'size_greater_than' : 'size_less_than', bytes });
    }
    default:
      return undefined;
  }
}

const plainTests: Record<string, Test> = {
  'has:attachment': asTest({ type: 'field', field: 'has_attachment' }),
  'is:unread': asTest({ type: 'field', field: 'is_unread' }),
  'is:starred': asTest({ type: 'field', field: 'is_starred' }),
};

const unitBytes = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 };

function bytesOf(size: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(size) ?? [];
  const factor = unitBytes[unit.toLowerCase() as keyof typeof unitBytes];
  return count === '' || factor === undefined ? undefined : Math.round(Number(count) * factor);
}

/** Without quotation marks, and without the star of a search for a beginning: rules compare parts of a text. */
function textOf(value: string): string {
  return value.replace(/^"|"$/g, '').replace(/\*$/, '').trim();
}

function asTest(condition: Test['condition']): Test {
  return { condition, isNot: false };
}
