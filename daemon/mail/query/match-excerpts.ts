import type { IndexColumn } from '../index/index-file.ts';
import { indexColumns } from '../index/index-file.ts';
import type { QueryNode } from './query-node.ts';

/** A range of a text, and whether it matches a search term. */
type ExcerptPart = { text: string; is_hit: boolean };

export type SearchTerm = { column: IndexColumn | undefined; pattern: RegExp };

/** The words that a query requires, as search terms; negated words are left out. */
export function searchTermsIn(node: QueryNode): SearchTerm[] {
  switch (node.kind) {
    case 'text':
      return [searchTermFor(node.text, node.column, node.isBeginning)];
    case 'near':
      return node.texts.map((text) => searchTermFor(text, node.column, false));
    case 'all':
    case 'any':
      return node.members.flatMap(searchTermsIn);
    case 'not':
    case 'filter':
      return [];
  }
}

const wordCharacter = String.raw`[\p{L}\p{N}\p{Co}]`;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function searchTermFor(text: string, column: IndexColumn | undefined, isBeginning = false): SearchTerm {
  const words = folded(text).match(new RegExp(`${wordCharacter}+`, 'gu')) ?? [];
  const wordsPattern = words.join(String.raw`[^\p{L}\p{N}]{1,20}`);
  const isUnspacedScript = unspaced.test(text);
  const before = isUnspacedScript ? '' : `(?<!${wordCharacter})`;
  const after = isUnspacedScript || isBeginning ? '' : `(?!${wordCharacter})`;
  return { column, pattern: new RegExp(`${before}${wordsPattern}${after}`, 'gu') };
}

/** Folds case and accents as the index does. The result has the same length, so that offsets stay valid. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  const base = lower.length === text.length ? lower : text;
  return base.replace(/[^\0-\x7f]/g, (sign) => sign.normalize('NFD')[0] ?? sign);
}

/** The columns of a message that contain the words, in the order of the index. */
export function matchingColumns(
  terms: readonly SearchTerm[],
  texts: Partial<Record<IndexColumn, string>>,
): IndexColumn[] {
  return indexColumns.filter((column) => {
    const text = folded(texts[column] ?? '');
    return text !== '' && terms.some((each) => appliesToColumn(each, column) && text.search(each.pattern) >= 0);
  });
}

/** Whether each word occurs in at least one of these texts. */
export function matchesAllTerms(terms: readonly SearchTerm[], texts: Partial<Record<IndexColumn, string>>): boolean {
  return terms.every((each) =>
    indexColumns.some(
      (column) => appliesToColumn(each, column) && folded(texts[column] ?? '').search(each.pattern) >= 0,
    ),
  );
}

function appliesToColumn({ column }: SearchTerm, requested: IndexColumn): boolean {
  return column === undefined || column === requested;
}

/** Limits in characters: the text that is searched, the excerpt before the first match, and the whole excerpt. */
const maxSearchedCharacters = 200_000;
const excerptLengths = { before: 40, whole: 200 };

/** The excerpt of a text around the first match; undefined without a match. */
export function excerptOf(terms: readonly SearchTerm[], column: IndexColumn, text: string): ExcerptPart[] | undefined {
  const plain = text.slice(0, maxSearchedCharacters).replace(/\s+/g, ' ').trim();
  const [first] = matchesIn(terms, column, plain);
  if (!first) return undefined;
  const start = first.start <= excerptLengths.before ? 0 : wordStart(plain, first.start - excerptLengths.before, first);
  const parts = highlightedParts(terms, column, plain.slice(start, wordEnd(plain, start + excerptLengths.whole)));
  return start > 0 ? [{ text: '… ', is_hit: false }, ...parts] : parts;
}

/** A text with the matches marked; undefined without a match. */
export function highlightedText(
  terms: readonly SearchTerm[],
  column: IndexColumn,
  text: string,
): ExcerptPart[] | undefined {
  const parts = highlightedParts(terms, column, text);
  return parts.some(({ is_hit }) => is_hit) ? parts : undefined;
}

function highlightedParts(terms: readonly SearchTerm[], column: IndexColumn, text: string): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let at = 0;
  for (const { start, end } of matchesIn(terms, column, text)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    if (from > at) parts.push({ text: text.slice(at, from), is_hit: false });
    parts.push({ text: text.slice(from, end), is_hit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), is_hit: false });
  return parts;
}

function matchesIn(terms: readonly SearchTerm[], column: IndexColumn, text: string): { start: number; end: number }[] {
  const plain = folded(text);
  return terms
    .filter((each) => appliesToColumn(each, column))
    .flatMap(({ pattern }) =>
      [...plain.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length })),
    )
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** The start of the first whole word from `at` on, at the latest that of the match. */
function wordStart(text: string, at: number, match: { start: number }): number {
  const space = text.lastIndexOf(' ', match.start - 1) < at ? -1 : text.indexOf(' ', at - 1);
  return space < 0 ? match.start : space + 1;
}

/** The end of the last whole word before `at`; a text without spaces is cut. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > at - excerptLengths.before ? space : at;
}
