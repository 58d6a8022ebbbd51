import type { IndexColumn } from '../index/file.ts';

/** What a term looks at: one column of the index, or all of them. */
export type Term =
  | { kind: 'text'; column: IndexColumn | null; text: string; negated: boolean }
  | { kind: 'unread'; unread: boolean; negated: boolean };

const fields: Record<string, IndexColumn> = { from: 'from' };

/**
 * Reads a query: words and "phrases", all of which must match, `from:` for the sender, `is:unread` and `is:read`, and
 * a leading `-` to leave something out. A missing closing quote is forgiven, and what is no known field is text, so
 * that a pasted address or `Re: hello` finds what it says. Never throws.
 */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = [];
  for (const [, minus = '', field = '', quoted, word] of query.matchAll(
    /(-?)(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)(?:"|$)|([^\s"]+))/gi,
  )) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? word ?? '';
    const term = termFrom(field, text, minus === '-');
    if (term) terms.push(term);
  }
  return terms;
}

function termFrom(field: string, text: string, negated: boolean): Term | undefined {
  const name = field.toLowerCase();
  const state = text.toLowerCase();
  if (name === 'is' && (state === 'unread' || state === 'read'))
    return { kind: 'unread', unread: state === 'unread', negated };
  const column = fields[name];
  if (column) return text ? { kind: 'text', column, text, negated } : undefined;
  const whole = field ? `${field}:${text}` : text;
  return /[\p{L}\p{N}]/u.test(whole) ? { kind: 'text', column: null, text: whole, negated } : undefined;
}
