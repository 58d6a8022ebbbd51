import { badQuery, type Span } from './bad-query.ts';
import type { Token } from './lexer.ts';

/** The tokens of a query and the index of the next one to read. */
export type TokenCursor = {
  readonly tokens: readonly Token[];
  /** Where an error at the end of the query is reported. */
  readonly end: Span;
  at: number;
};

export function isOperator({ tokens, at }: TokenCursor, operator: 'AND' | 'OR' | 'NOT'): boolean {
  const token = tokens[at];
  return token?.kind === 'operator' && token.operator === operator;
}

/** Whether the query or the enclosing bracket ends here. */
export function isAtEnd({ tokens, at }: TokenCursor): boolean {
  return tokens[at] === undefined || tokens[at]?.kind === 'close';
}

/** Reads `AROUND 5` if a term follows; otherwise `AROUND` is an ordinary word and is left to be read as such. */
export function readAround(cursor: TokenCursor): (Span & { distance: number }) | undefined {
  const [word, number, next] = cursor.tokens.slice(cursor.at, cursor.at + 3);
  if (word?.kind !== 'word' || word.text !== 'AROUND' || number?.kind !== 'word') return undefined;
  if (!/^\d{1,4}$/.test(number.text) || (next?.kind !== 'word' && next?.kind !== 'phrase')) return undefined;
  cursor.at += 2;
  return { distance: Number(number.text), ...spanFrom(word, number) };
}

export function expectClose(cursor: TokenCursor, open: Span, bracket: ')' | '}'): void {
  const token = cursor.tokens[cursor.at];
  if (token?.kind !== 'close') throw badQuery(`This parenthesis isn’t closed: “${bracket}” is missing.`, open);
  if (token.text !== bracket) throw badQuery(`“${bracket}” is missing here.`, token);
  cursor.at++;
}

export function expectEnd({ tokens, at }: TokenCursor): void {
  const token = tokens[at];
  if (token) throw badQuery('This parenthesis closes none that was opened.', token);
}

/** The error for the operator `token`, by default the next token, that lacks an operand. */
export function missingOperand(
  { tokens, end, at }: TokenCursor,
  side: 'before' | 'after',
  token: Token | undefined = tokens[at],
): Error {
  const name = token?.kind === 'operator' ? token.text : '-';
  const quoted = name === '-' ? '' : ` Write "${name}" in quotes to search for the word.`;
  return badQuery(`Nothing stands ${side} “${name}”.${quoted}`, token ?? end);
}

export function spanFrom(first: Span, last: Span): Span {
  return { position: first.position, length: last.position + last.length - first.position };
}
