import type { Span } from './bad-query.ts';
import { tokenize, type Token } from './lexer.ts';
import { parseQuery } from './parse.ts';
import { relaxPastedText } from './pasted-text.ts';
import { describeQuery, type DescribeQueryDeps } from './describe-query.ts';

/** A part of a query that can be removed from it, with its description. */
type Clause = Span & {
  words: string;
  /** Whether it searches for words anywhere; else for a field, a flag or a time. */
  is_text: boolean;
};

/**
 * The parts of a query that all must match, with their descriptions. Alternatives outside of brackets are one part. The
 * query must be valid.
 */
export function clausesOf(query: string, deps: DescribeQueryDeps & { isTyped?: boolean }): Clause[] {
  const tokens = relaxPastedText(tokenize(query));
  return spansOf(tokens, query).flatMap((span) => {
    const isTyped = deps.isTyped === true && span.position + span.length === query.length;
    const node = parseQuery(query.slice(span.position, span.position + span.length), { isTyped });
    if (!node) return [];
    return [{ ...span, words: describeQuery(node, deps), is_text: node.kind === 'text' && node.column === undefined }];
  });
}

function spansOf(tokens: readonly Token[], query: string): Span[] {
  const [first] = tokens;
  if (!first) return [];
  const groups = topGroups(tokens);
  if (!groups) return [{ position: first.position, length: query.trimEnd().length - first.position }];
  return groups.flatMap((group) => {
    const [start, end] = [group[0], group.at(-1)];
    return start && end ? [{ position: start.position, length: end.position + end.length - start.position }] : [];
  });
}

/** The tokens of each part; undefined if the parts are not independent. */
function topGroups(tokens: readonly Token[]): Token[][] | undefined {
  const groups: Token[][] = [];
  let depth = 0;
  let continuesPart = false;
  for (const token of tokens) {
    const isTop = depth === 0;
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (isTop && token.kind === 'operator' && token.operator === 'OR') return undefined;
    if (isTop && token.kind === 'word' && token.text === 'AROUND') return undefined;
    if (isTop && token.kind === 'operator' && token.operator === 'AND') continue;
    if (isTop && !continuesPart) groups.push([]);
    groups.at(-1)?.push(token);
    continuesPart = isTop && (token.kind === 'minus' || token.kind === 'field' || token.kind === 'operator');
  }
  return groups;
}
