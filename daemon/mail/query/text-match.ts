import { indexWords } from '../index/index-words.ts';
import type { IndexColumn } from '../index/index-file.ts';
import type { QueryNode } from './query-node.ts';

/** An FTS5 query: the messages that match `expression`, or with `isNegated` all others. */
type TextMatch = { expression: string; isNegated: boolean; depth: number };

/** FTS5's parser has a stack of a hundred entries, and every bracket uses several. */
const maxBracketDepth = 16;

/**
 * The FTS5 query for a node that only contains text; undefined if it contains other conditions, or if its brackets are
 * too deep for FTS5.
 */
export function textMatch(node: QueryNode): TextMatch | undefined {
  switch (node.kind) {
    case 'text':
      return { expression: inColumn(node.column, phrase(node.text, node.isBeginning)), isNegated: false, depth: 0 };
    case 'near': {
      const [left, right] = node.texts.map((text) => phrase(text));
      const expression = inColumn(node.column, `NEAR(${left} ${right}, ${node.distance})`);
      return { expression, isNegated: false, depth: 1 };
    }
    case 'not': {
      const match = textMatch(node.member);
      return match && { ...match, isNegated: !match.isNegated };
    }
    case 'all':
    case 'any': {
      const matches = node.members.map(textMatch);
      if (!matches.every((match) => match !== undefined)) return undefined;
      if (Math.max(...matches.map(({ depth }) => depth)) >= maxBracketDepth) return undefined;
      return node.kind === 'all' ? allOf(matches) : negated(allOf(matches.map(negated)));
    }
    case 'filter':
      return undefined;
  }
}

/** NOT is a binary operator in FTS5, so negated texts follow the required ones. */
function allOf(matches: readonly TextMatch[]): TextMatch {
  const wanted = matches.filter(({ isNegated }) => !isNegated).map(({ expression }) => expression);
  const unwanted = matches.filter(({ isNegated }) => isNegated).map(({ expression }) => expression);
  const depth = Math.max(...matches.map((match) => match.depth)) + 2;
  if (wanted.length === 0) return { expression: joined(unwanted, 'OR'), isNegated: true, depth };
  const found = joined(wanted, 'AND');
  const expression = unwanted.length > 0 ? `(${found} NOT ${joined(unwanted, 'OR')})` : found;
  return { expression, isNegated: false, depth };
}

function negated(match: TextMatch): TextMatch {
  return { ...match, isNegated: !match.isNegated };
}

function joined(expressions: readonly string[], operator: 'AND' | 'OR'): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(` ${operator} `)})`;
}

function inColumn(column: IndexColumn | undefined, expression: string): string {
  return column ? `{${column}} : ${expression}` : expression;
}

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]$/u;

/**
 * A quoted FTS5 string, in which nothing is syntax; several words in it are a phrase. The index stores pairs of
 * characters of unspaced scripts, so a single character is searched as the prefix of a pair.
 */
function phrase(text: string, isBeginning = false): string {
  const words = indexWords(text).replace(/["\0]/g, ' ').trim();
  return isBeginning || unspaced.test(words) ? `"${words}" *` : `"${words}"`;
}

/** The texts that contribute to the rank: all required ones, no negated ones. */
export function rankingTexts(node: QueryNode): string[] {
  switch (node.kind) {
    case 'text':
    case 'near':
      return [textMatch(node)?.expression ?? ''];
    case 'all':
    case 'any':
      return node.members.flatMap(rankingTexts);
    case 'not':
    case 'filter':
      return [];
  }
}
