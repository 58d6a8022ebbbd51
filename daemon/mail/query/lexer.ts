import type { Span } from './bad-query.ts';
import { isField, type Field } from './fields.ts';
import type { Filter } from './filters.ts';

export type Token = Span &
  (
    | { kind: 'word' | 'phrase'; text: string }
    | { kind: 'field'; field: Field }
    | { kind: 'operator'; operator: 'AND' | 'OR' | 'NOT'; text: string }
    | { kind: 'open' | 'close'; text: '(' | ')' | '{' | '}' }
    | { kind: 'minus' }
    /** A date in plain words; `tokenize` leaves them as words. */
    | { kind: 'date'; filter: Filter & { kind: 'day' } }
  );

/**
 * Splits a query into tokens. A word ends at the next space or quote and may contain brackets, `meeting(s)`; text
 * before a colon is a field only if the field is known. A missing closing quote is accepted.
 */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let at = afterSpace(query, 0);
  while (at < query.length) {
    const token = tokenAt(query, at, isFieldValue(tokens.at(-1), at));
    if (token) tokens.push(token);
    at = afterSpace(query, token ? token.position + token.length : at + 1);
  }
  return tokens;
}

function afterSpace(query: string, start: number): number {
  let at = start;
  while (at < query.length && isSpace(query[at])) at++;
  return at;
}

/** The value of a field directly follows `field:`; signs and operators have no meaning in it. */
function isFieldValue(before: Token | undefined, at: number): boolean {
  return before?.kind === 'field' && before.position + before.length === at;
}

/** Undefined for a leading `+`, which asks for the exact word: every word is searched exactly anyway. */
function tokenAt(query: string, position: number, isValue: boolean): Token | undefined {
  const [first, next] = [query[position], query[position + 1]];
  if (first === '"') return phraseAt(query, position);
  if (first === '(' || first === '{') return { kind: 'open', text: first, position, length: 1 };
  if (first === ')' || first === '}') return { kind: 'close', text: first, position, length: 1 };
  if (isValue) return wordAt(query, position);
  if (first === '+') return undefined;
  if (first === '-' && next !== undefined && !/[\s)}-]/.test(next)) return { kind: 'minus', position, length: 1 };
  return fieldAt(query, position) ?? operatorFrom(wordAt(query, position));
}

function phraseAt(query: string, position: number): Token {
  let text = '';
  let at = position + 1;
  for (; at < query.length && query[at] !== '"'; at++) {
    if (query[at] === '\\' && at + 1 < query.length) at++;
    text += query[at];
  }
  return { kind: 'phrase', text, position, length: Math.min(at + 1, query.length) - position };
}

const name = /[a-z][a-z0-9_-]{0,20}(?=:)/iy;

function fieldAt(query: string, position: number): Token | undefined {
  name.lastIndex = position;
  const found = name.exec(query)?.[0];
  const field = found?.toLowerCase().replaceAll('-', '_');
  return field && isField(field) ? { kind: 'field', field, position, length: field.length + 1 } : undefined;
}

function wordAt(query: string, position: number): Token & { kind: 'word' } {
  let open = 0;
  let end = position;
  for (; end < query.length; end++) {
    const character = query[end];
    if (character === '"' || isSpace(character)) break;
    if (character === '(' || character === '{') open++;
    if (character === ')' || character === '}') {
      if (open === 0) break;
      open--;
    }
  }
  return { kind: 'word', text: query.slice(position, end), position, length: end - position };
}

function operatorFrom(word: Token & { kind: 'word' }): Token {
  const operator = word.text.toUpperCase();
  return operator === 'AND' || operator === 'OR' || operator === 'NOT' ? { ...word, kind: 'operator', operator } : word;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
