import { badQuery, type Span } from './bad-query.ts';
import { columnOf, exampleFor, filterFrom, type Field } from './fields.ts';
import type { Token } from './lexer.ts';
import { tokensOf } from './natural-dates.ts';
import { hasWords, joined, nearNode, quotedNear, textNode, type QueryNode } from './query-node.ts';
import {
  expectClose,
  expectEnd,
  isAtEnd,
  isOperator,
  missingOperand,
  readAround,
  spanFrom,
  type TokenCursor,
} from './token-cursor.ts';

const maxTerms = 200;
const maxDepth = 50;

/** The progress of parsing a query. */
type Parser = TokenCursor & {
  /** The word that is still being typed. */
  readonly typed: Token | undefined;
  terms: number;
  depth: number;
};

/**
 * Parses a query (wire-contract, section 16); undefined if it is empty. Unknown fields are text, so that a pasted
 * address or `Re: hello` is searched as it is, and so is a query of plain words with unbalanced brackets or operators.
 * `word*` is a prefix, and so is the last word of a query that is still being typed (`isTyped`). Throws Failure `bad_query` with the
 * position of the error.
 */
export function parseQuery(query: string, { isTyped = false } = {}): QueryNode | undefined {
  const tokens = tokensOf(query);
  const typed = isTyped ? wordBeingTyped(tokens, query) : undefined;
  const end = { position: query.length, length: 0 };
  const parser: Parser = { tokens, end, at: 0, typed, terms: 0, depth: 0 };
  const node = parseAny(parser, undefined);
  expectEnd(parser);
  return node;
}

/** Shorter prefixes match too many words for a search during typing. */
const minTypedCharacters = 3;

function wordBeingTyped(tokens: readonly Token[], query: string): Token | undefined {
  const last = tokens.at(-1);
  if (last?.kind !== 'word' || last.position + last.length < query.length) return undefined;
  return last.text.length >= minTypedCharacters && hasWords(last.text.slice(-1)) ? last : undefined;
}

/** Alternatives, each a list of terms that all must match. `field` is the field whose brackets enclose them. */
function parseAny(parser: Parser, field: Field | undefined): QueryNode | undefined {
  const members = [parseAll(parser, field)];
  while (isOperator(parser, 'OR')) {
    parser.at++;
    members.push(parseAll(parser, field));
  }
  return joined('any', members);
}

function parseAll(parser: Parser, field: Field | undefined): QueryNode | undefined {
  const members: (QueryNode | undefined)[] = [];
  const begin = parser.at;
  while (!isAtEnd(parser) && !isOperator(parser, 'OR')) {
    if (isOperator(parser, 'AND')) {
      if (parser.at === begin) throw missingOperand(parser, 'before');
      parser.at++;
      if (isAtEnd(parser) || isOperator(parser, 'OR') || isOperator(parser, 'AND'))
        throw missingOperand(parser, 'after', parser.tokens[parser.at - 1]);
    }
    members.push(parseNear(parser, field));
  }
  if (parser.at === begin && isOperator(parser, 'OR')) throw missingOperand(parser, 'before');
  if (parser.at === begin && parser.tokens[parser.at - 1]?.kind === 'operator')
    throw missingOperand(parser, 'after', parser.tokens[parser.at - 1]);
  return joined('all', members);
}

function parseNear(parser: Parser, field: Field | undefined): QueryNode | undefined {
  const pairs: QueryNode[] = [];
  let left = parseUnary(parser, field);
  for (let around = readAround(parser); around; around = readAround(parser)) {
    const right = parseUnary(parser, field);
    pairs.push(nearNode(left, around, right));
    left = right;
  }
  return pairs.length === 0 ? left : joined('all', pairs);
}

function parseUnary(parser: Parser, field: Field | undefined): QueryNode | undefined {
  const token = parser.tokens[parser.at];
  if (!token || (token.kind !== 'minus' && !isOperator(parser, 'NOT'))) return parsePrimary(parser, field);
  parser.at++;
  if (isAtEnd(parser) || isOperator(parser, 'OR') || isOperator(parser, 'AND'))
    throw missingOperand(parser, 'after', token);
  const member = deeper(parser, () => parseUnary(parser, field), token);
  return member && { kind: 'not', member };
}

function parsePrimary(parser: Parser, field: Field | undefined): QueryNode | undefined {
  const token = parser.tokens[parser.at++];
  switch (token?.kind) {
    case 'open':
      return deeper(
        parser,
        () => (token.text === '(' ? parseGroup(parser, token, field) : parseAlternatives(parser, token, field)),
        token,
      );
    case 'field':
      return parseFieldValue(parser, token, field);
    case 'word':
    case 'phrase':
      return parseTerm(parser, token, field);
    case 'date':
      countTerm(parser, token);
      return { kind: 'filter', filter: token.filter };
    default:
      throw badQuery('Something is missing here.', token ?? parser.end);
  }
}

function parseGroup(parser: Parser, open: Token, field: Field | undefined): QueryNode | undefined {
  const node = parseAny(parser, field);
  expectClose(parser, open, ')');
  return node;
}

/** `{a b}`: any of the members. AND and OR between them are ignored. */
function parseAlternatives(parser: Parser, open: Token, field: Field | undefined): QueryNode | undefined {
  const members: (QueryNode | undefined)[] = [];
  while (!isAtEnd(parser)) {
    if (isOperator(parser, 'AND') || isOperator(parser, 'OR')) parser.at++;
    else members.push(parseNear(parser, field));
  }
  expectClose(parser, open, '}');
  return joined('any', members);
}

function parseFieldValue(
  parser: Parser,
  token: Token & { kind: 'field' },
  outer: Field | undefined,
): QueryNode | undefined {
  if (outer) {
    throw badQuery(`“${token.field}:” is inside the parentheses of “${outer}:”. Move it after them.`, token);
  }
  const value = parser.tokens[parser.at];
  const isAdjacent = value?.position === token.position + token.length;
  if (!value || !isAdjacent || !['word', 'phrase', 'open'].includes(value.kind)) {
    throw badQuery(`“${token.field}:” needs a value right after the colon, such as ${exampleFor(token.field)}.`, token);
  }
  const begin = parser.terms;
  const node = parsePrimary(parser, token.field);
  if (parser.terms === begin)
    throw badQuery(`There’s nothing in the parentheses of “${token.field}:”.`, spanFrom(token, value));
  return node;
}

function parseTerm(
  parser: Parser,
  token: Token & { kind: 'word' | 'phrase' },
  field: Field | undefined,
): QueryNode | undefined {
  countTerm(parser, token);
  const column = field && columnOf(field);
  if (field && !column) {
    if (token.text.trim() === '') throw badQuery(`“${field}:” needs a value, such as ${exampleFor(field)}.`, token);
    return { kind: 'filter', filter: filterFrom(field, token.text, token) };
  }
  if (field && !hasWords(token.text)) {
    throw badQuery(`“${field}:” needs a word to look for, such as ${exampleFor(field)}.`, token);
  }
  return (
    (token.kind === 'phrase' ? quotedNear(token.text, column) : undefined) ??
    textNode(token.text, column, token === parser.typed || (token.kind === 'word' && token.text.endsWith('*')))
  );
}

function countTerm(parser: Parser, { position, length }: Span): void {
  if (++parser.terms <= maxTerms) return;
  throw badQuery(`A search can have at most ${maxTerms} terms.`, { position, length });
}

function deeper<T>(parser: Parser, read: () => T, { position, length }: Span): T {
  if (++parser.depth > maxDepth)
    throw badQuery(`Parentheses can be nested at most ${maxDepth} deep.`, { position, length });
  const result = read();
  parser.depth--;
  return result;
}
