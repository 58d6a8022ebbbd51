/** The term of a query at the caret: `from:"Ada Mo` of `tea from:"Ada Mo`. Positions are in UTF-16 code units. */
export type Term = {
  start: number;
  end: number;
  /** The sign that negates the term. */
  minus: string;
  /** The text before the colon, in lower case; undefined if there is none. */
  field: string | undefined;
  /** The value without its quotation marks. */
  value: string;
};

/** The term at the caret, as far as it is typed; empty between two terms. */
export function termAt(text: string, caret: number): Term {
  const start = startOfTerm(text.slice(0, caret));
  const end = isQuoted(text.slice(start, caret)) ? endOfQuote(text, caret) : endOfWord(text, caret);
  const typed = text.slice(start, caret);
  const [, minus = '', field, rest = ''] = /^(-?)(?:([a-z_]+):)?(.*)$/is.exec(typed) ?? [];
  return { start, end, minus, field: field?.toLowerCase(), value: rest.replace(/^"/, '') };
}

function startOfTerm(before: string): number {
  let isIn = false;
  let start = 0;
  for (let at = 0; at < before.length; at++) {
    if (before[at] === '"') isIn = !isIn;
    else if (!isIn && /[\s({]/.test(before[at] ?? '')) start = at + 1;
  }
  return start;
}

function isQuoted(text: string): boolean {
  return (text.match(/"/g)?.length ?? 0) % 2 === 1;
}

function endOfQuote(text: string, caret: number): number {
  const quote = text.indexOf('"', caret);
  return quote < 0 ? text.length : quote + 1;
}

function endOfWord(text: string, caret: number): number {
  const rest = /^[^\s")}]*/.exec(text.slice(caret))?.[0] ?? '';
  return caret + rest.length;
}

/** The text with a term replaced, and the new position of the caret. */
export function withTerm(
  text: string,
  { start, end, minus }: Term,
  replacement: string,
): { text: string; caret: number } {
  const hasMoreText = replacement.endsWith(':');
  const rest = text.slice(end).replace(/^ /, '');
  const head = `${text.slice(0, start)}${minus}${replacement}${hasMoreText ? '' : ' '}`;
  return { text: `${head}${hasMoreText && rest ? ` ${rest}` : rest}`, caret: head.length };
}

/** A query with words in quotes, which are searched exactly as they are written. */
export function withExactWords(query: string, words: readonly { written: string }[]): string {
  return words.reduce((text, { written }) => {
    const at = text.indexOf(written);
    const isQuoted = text[at - 1] === '"';
    return at < 0 || isQuoted ? text : `${text.slice(0, at)}"${written}"${text.slice(at + written.length)}`;
  }, query);
}

/** A query whose last word also matches words that begin with it; undefined if it does not end with a plain word. */
export function withOpenEnd(query: string): { query: string; word: string } | undefined {
  const [word] = /(?<![^\s(])[\p{L}\p{N}]{3,}$/u.exec(query) ?? [];
  return word === undefined ? undefined : { query: `${query}*`, word };
}

/** A query without a range, and without the operator that joined it to its neighbour. */
export function withoutSpan(query: string, { position, length }: { position: number; length: number }): string {
  const left = query.slice(0, position).trimEnd();
  const right = query.slice(position + length).trimStart();
  return `${left.replace(/(?:^|\s+)AND$/i, '')} ${right.replace(/^AND(?:\s+|$)/i, '')}`.trim();
}
