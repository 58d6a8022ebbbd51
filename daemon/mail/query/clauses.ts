import type { Span } from './bad-query.ts';
import type { Token } from './lexer.ts';
import { tokensOf } from './natural-dates.ts';
import { parseQuery } from './parse.ts';
import type { QueryNode } from './query-node.ts';
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
  const tokens = tokensOf(query);
  return spansOf(tokens, query).flatMap((span) => {
    const isTyped = deps.isTyped === true && span.position + span.length === query.length;
    const node = parseQuery(query.slice(span.position, span.position + span.length), { isTyped });
    if (!node) return [];
    return [{ ...span, words: describeQuery(node, deps), is_text: isTextAnywhere(node) }];
  });
}

/** Whether a node only searches for words in any column. */
function isTextAnywhere(node: QueryNode): boolean {
  switch (node.kind) {
    case 'text':
    case 'near':
      return node.column === undefined;
    case 'not':
      return isTextAnywhere(node.member);
    case 'all':
    case 'any':
      return node.members.every(isTextAnywhere);
    case 'filter':
      return false;
  }
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
