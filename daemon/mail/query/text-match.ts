import { indexWords } from '../index/index-words.ts';
import type { IndexColumn } from '../index/index-file.ts';
import type { QueryNode } from './query-node.ts';

/** A question to FTS5: the messages that match `expression`, or with `isNegated` all others. */
type TextMatch = { expression: string; isNegated: boolean; depth: number };

/** FTS5's parser has a stack of a hundred entries, of which every bracket takes a few. */
const maxBracketDepth = 16;

/**
 * What FTS5 is to be asked for a node of nothing but text; undefined where anything in it asks for something else, or
 * where its brackets are too deep for FTS5.
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

/** FTS5 can only take away from what it has found, so what is left out goes behind all that is asked for. */
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
 * A quoted FTS5 string, within which nothing is syntax; several words in it are a phrase. The index keeps pairs of
 * the characters of an unspaced script, so one alone is looked for as the beginning of a pair.
 */
function phrase(text: string, isBeginning = false): string {
  const words = indexWords(text).replace(/["\0]/g, ' ').trim();
  return isBeginning || unspaced.test(words) ? `"${words}" *` : `"${words}"`;
}

/** The texts a hit may owe its place to, for ranking: all that are asked for, none that is left out. */
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
