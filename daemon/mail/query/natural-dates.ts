import { instantsOf, readDay, type Day, type Now } from './days.ts';
import type { Filter } from './filters.ts';
import { tokenize, type Token } from './lexer.ts';
import { relaxPastedText } from './pasted-text.ts';

type Relation = (Filter & { kind: 'day' })['relation'];

const prepositions = new Map<string, Relation>([
  ['in', 'date'],
  ['on', 'date'],
  ['during', 'date'],
  ['since', 'after'],
  ['after', 'after'],
  ['before', 'before'],
]);
const maxDayWords = 3;

/** The tokens of a query: pasted text is relaxed, and dates in plain words are read. */
export function tokensOf(query: string): readonly Token[] {
  return withDates(relaxPastedText(tokenize(query)));
}

/**
 * Reads dates in plain words: `in march`, `since monday`, `last week`, `2026-03`. Without a preposition, words with another
 * meaning remain text: `may`, `march`, `sunday`, `2026`. In quotes every word is text.
 */
function withDates(tokens: readonly Token[]): readonly Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = dateAt(tokens, at);
    const date = found && !isInField(tokens, at) ? found : undefined;
    const token = date?.token ?? tokens[at];
    if (token) read.push(token);
    at += date?.words ?? 1;
  }
  return read;
}

/** The value of a field is no date, unless the field says so; AROUND needs words on both sides. */
function isInField(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.kind === 'field' || (before?.kind === 'word' && before.text === 'AROUND')) return true;
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    if (tokens[i]?.kind === 'close') depth++;
    if (tokens[i]?.kind === 'open' && depth-- === 0 && tokens[i - 1]?.kind === 'field') return true;
  }
  return false;
}

function dateAt(tokens: readonly Token[], at: number): { token: Token; words: number } | undefined {
  const relation = prepositions.get(wordAt(tokens, at));
  const start = relation ? at + 1 : at;
  for (let count = maxDayWords; count > 0; count--) {
    const words = Array.from({ length: count }, (_, i) => wordAt(tokens, start + i));
    const day = words.includes('') ? undefined : readDay(words.join('-'));
    if (!day || (!relation && !isUnambiguous(words))) continue;
    const [first, last] = [tokens[at], tokens[start + count - 1]];
    if (!first || !last) continue;
    const { position } = first;
    const length = last.position + last.length - position;
    const filter = { kind: 'day', relation: relation ?? 'date', day } as const;
    return { token: { kind: 'date', filter, position, length }, words: start + count - at };
  }
  return undefined;
}

/** The word in lower case; empty if the token is no word or no date can contain it. */
function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  if (token?.kind !== 'word' || !/^[a-z0-9-]+$/i.test(token.text)) return '';
  return token.text.toLowerCase();
}

/** Whether words mean a date without a preposition. */
function isUnambiguous(words: readonly string[]): boolean {
  const [text = ''] = words;
  if (words.length === 1 && (text === 'today' || text === 'yesterday' || /^\d{4}-\d\d(?:-\d\d)?$/.test(text)))
    return true;
  const [first = '', ...rest] = words.flatMap((word) => word.split('-'));
  if (rest.length === 1) return first === 'last' || first === 'this' || /^\d{4}$/.test(rest[0] ?? '');
  return rest.length === 2;
}

/** A word that is searched as text but may also mean a date, and the query that means the date. */
type PossibleDate = { day: Day; query: string };

/** The first word of a query that may also mean a date that is not in the future: `march`, `sunday`, `2026`. */
export function possibleDate(query: string, now: Now): PossibleDate | undefined {
  const tokens = tokensOf(query);
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token.kind !== 'word' || before?.kind === 'minus') continue;
    const day = readDay(wordAt(tokens, at));
    if (!day || isInField(tokens, at) || instantsOf(day, now).from * 1000 > now.now.getTime()) continue;
    const { position, length } = token;
    const dated = `${query.slice(0, position)}date:${token.text}${query.slice(position + length)}`;
    return { day, query: dated };
  }
  return undefined;
}
