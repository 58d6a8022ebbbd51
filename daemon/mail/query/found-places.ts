import type { IndexColumn } from '../index/file.ts';
import { indexColumns } from '../index/file.ts';
import type { QueryNode } from './query-node.ts';

/** A stretch of a text, and whether it is what was looked for. */
export type Piece = { text: string; is_hit: boolean };

export type Sought = { column: IndexColumn | undefined; pattern: RegExp };

/** The words a query wants a message to have, as they are to be found in its texts; nothing that is left out. */
export function soughtIn(node: QueryNode): Sought[] {
  switch (node.kind) {
    case 'text':
      return [soughtText(node.text, node.column, node.isBeginning)];
    case 'near':
      return node.texts.map((text) => soughtText(text, node.column, false));
    case 'all':
    case 'any':
      return node.members.flatMap(soughtIn);
    case 'not':
    case 'filter':
      return [];
  }
}

const wordSign = String.raw`[\p{L}\p{N}\p{Co}]`;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function soughtText(text: string, column: IndexColumn | undefined, isBeginning = false): Sought {
  const words = folded(text).match(new RegExp(`${wordSign}+`, 'gu')) ?? [];
  const inside = words.join(String.raw`[^\p{L}\p{N}]{1,20}`);
  const isWithin = unspaced.test(text);
  const before = isWithin ? '' : `(?<!${wordSign})`;
  const after = isWithin || isBeginning ? '' : `(?!${wordSign})`;
  return { column, pattern: new RegExp(`${before}${inside}${after}`, 'gu') };
}

/** As the index compares: without case and accents. As long as the text, so that places in it are places in the text. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  const base = lower.length === text.length ? lower : text;
  return base.replace(/[^\0-\x7f]/g, (sign) => sign.normalize('NFD')[0] ?? sign);
}

/** In which of a message's texts the words stand, in the order of the index. */
export function placesOf(sought: readonly Sought[], texts: Partial<Record<IndexColumn, string>>): IndexColumn[] {
  return indexColumns.filter((column) => {
    const text = folded(texts[column] ?? '');
    return text !== '' && sought.some((each) => isMeant(each, column) && text.search(each.pattern) >= 0);
  });
}

/** Whether every word stands somewhere in these texts. */
export function areAllFound(sought: readonly Sought[], texts: Partial<Record<IndexColumn, string>>): boolean {
  return sought.every((each) =>
    indexColumns.some((column) => isMeant(each, column) && folded(texts[column] ?? '').search(each.pattern) >= 0),
  );
}

export function isMeant({ column }: Sought, asked: IndexColumn): boolean {
  return column === undefined || column === asked;
}

/** Signs of a text that are looked through, and shown before the first word that is found and in all. */
const looked = 200_000;
const shown = { before: 40, whole: 200 };

/** The stretch of a text about the first word that is found in it; undefined where none is. */
export function excerptOf(sought: readonly Sought[], column: IndexColumn, text: string): Piece[] | undefined {
  const plain = text.slice(0, looked).replace(/\s+/g, ' ').trim();
  const [first] = hitsIn(sought, column, plain);
  if (!first) return undefined;
  const start = first.start <= shown.before ? 0 : wordStart(plain, first.start - shown.before);
  const pieces = markedPieces(sought, column, plain.slice(start, start + shown.whole));
  return start > 0 ? [{ text: '… ', is_hit: false }, ...pieces] : pieces;
}

/** A text with the words that are found in it marked; undefined where none is. */
export function markedText(sought: readonly Sought[], column: IndexColumn, text: string): Piece[] | undefined {
  const pieces = markedPieces(sought, column, text);
  return pieces.some(({ is_hit }) => is_hit) ? pieces : undefined;
}

function markedPieces(sought: readonly Sought[], column: IndexColumn, text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of hitsIn(sought, column, text)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    if (from > at) pieces.push({ text: text.slice(at, from), is_hit: false });
    pieces.push({ text: text.slice(from, end), is_hit: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), is_hit: false });
  return pieces;
}

function hitsIn(sought: readonly Sought[], column: IndexColumn, text: string): { start: number; end: number }[] {
  const plain = folded(text);
  return sought
    .filter((each) => isMeant(each, column))
    .flatMap(({ pattern }) =>
      [...plain.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length })),
    )
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + shown.before / 2 ? at : space + 1;
}
