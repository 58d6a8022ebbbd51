import type { ReadDb } from '../../store/db.ts';
import { columnOf } from './fields.ts';
import type { Span } from './bad-query.ts';
import type { Token } from './lexer.ts';
import { tokensOf } from './natural-dates.ts';
import { hasWords, isColumnOfBeginnings } from './query-node.ts';
import { correctQuery, indexTerm, termsWithPrefix } from './spelling.ts';
import { stemOf } from './stems.ts';

/** How a query without a hit is widened, in this order. */
export const wideningKinds = ['prefixes', 'stems', 'spelling'] as const;
export type WideningKind = (typeof wideningKinds)[number];

/** A query that finds more than the one it replaces, and the words that were replaced. */
export type WiderQuery = { query: string; words: { written: string; searched: string[] }[] };

/**
 * The query with words that match more: by their beginnings, in their other forms, or in the closest spelling. Phrases and
 * negated words stay. Undefined if there is nothing to widen. Needs a connection with the index's `vocabulary`.
 */
export function widerQuery(
  db: ReadDb,
  kind: WideningKind,
  query: string,
  labels: readonly string[],
): WiderQuery | undefined {
  if (kind === 'spelling') {
    const correction = correctQuery(db, query, labels, { keepsPhrases: true });
    const words = correction?.words.map(({ written, meant }) => ({ written, searched: [meant] })) ?? [];
    return correction && { query: correction.query, words };
  }
  const replaced = kind === 'prefixes' ? beginningOf : (word: string) => formsOf(db, word);
  const words: WiderQuery['words'] = [];
  let wider = '';
  let at = 0;
  for (const { text, position, length } of requiredWords(tokensOf(query), kind)) {
    const written = text.replace(/[^\p{L}\p{N}\p{Co}]+$/u, '');
    const searched = text.endsWith('*') ? [] : replaced(written);
    if (searched.length === 0) continue;
    words.push({ written, searched });
    wider += query.slice(at, position) + (searched.length > 1 ? `{${searched.join(' ')}}` : searched[0]);
    at = position + length;
  }
  return words.length > 0 ? { query: wider + query.slice(at), words } : undefined;
}

type Word = Span & { text: string };

/** The words that a hit must contain and that can be widened. */
function requiredWords(tokens: readonly Token[], kind: 'prefixes' | 'stems'): Word[] {
  const found: Word[] = [];
  /** For each open bracket whether its words stay as they are. */
  const kept: boolean[] = [];
  for (const [at, token] of tokens.entries()) {
    const stays = (kept.at(-1) ?? false) || keepsNext(tokens[at - 1], kind);
    if (token.kind === 'open') kept.push(stays);
    else if (token.kind === 'close') kept.pop();
    else if (token.kind === 'word' && !stays && hasWords(token.text) && !isPartOfNear(tokens, at)) found.push(token);
  }
  return found;
}

/** Whether what follows `before` stays: it is negated, no text, or searched by its beginning anyway. */
function keepsNext(before: Token | undefined, kind: 'prefixes' | 'stems'): boolean {
  if (before?.kind === 'minus' || (before?.kind === 'operator' && before.operator === 'NOT')) return true;
  if (before?.kind !== 'field') return false;
  const column = columnOf(before.field);
  return column === undefined || (kind === 'prefixes' && isColumnOfBeginnings(column));
}

function isPartOfNear(tokens: readonly Token[], at: number): boolean {
  return [at - 2, at - 1, at, at + 1].some((near) => {
    const token = tokens[near];
    return token?.kind === 'word' && token.text === 'AROUND';
  });
}

/** Shorter beginnings match too many words. */
const minPrefixLength = 3;

function beginningOf(word: string): string[] {
  return word.length < minPrefixLength ? [] : [`${word}*`];
}

const minWordLength = 4;
const maxForms = 8;

/** Other forms of a word that occur in mail, most frequent first. */
function formsOf(db: ReadDb, word: string): string[] {
  const term = indexTerm(word);
  if (!/^[a-z]+$/.test(term) || term.length < minWordLength) return [];
  const stem = stemOf(term);
  // The last letter of a stem may differ from that of the word: `copy` and `copies`.
  return termsWithPrefix(db, stem.slice(0, Math.max(3, stem.length - 1)))
    .filter((each) => each.term !== term && stemOf(each.term) === stem)
    .toSorted((a, b) => b.doc - a.doc)
    .slice(0, maxForms)
    .map((each) => each.term);
}
