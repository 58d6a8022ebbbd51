import { indexWords } from '../index/words.ts';
import type { Term } from './parse.ts';

/** A query in the form the store runs. */
export type CompiledQuery = {
  /** For FTS5's MATCH; null where no text is asked for. */
  match: string | null;
  /** Text that must not occur, where nothing else is asked for that FTS5 could subtract it from. */
  exclude: string | null;
  unread: boolean | null;
  /** Asks for what cannot be: unread and read at once. */
  impossible: boolean;
};

/** Turns terms into one MATCH expression and the flags to hold rows to. */
export function compileQuery(terms: readonly Term[]): CompiledQuery {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  const states = new Set<boolean>();
  for (const term of terms) {
    if (term.kind === 'unread') states.add(term.unread !== term.negated);
    else {
      const expression = phraseOf(term);
      if (expression) (term.negated ? unwanted : wanted).push(expression);
    }
  }
  const excluded = unwanted.length > 0 ? unwanted.join(' OR ') : null;
  const required = wanted.length > 0 ? wanted.join(' AND ') : null;
  return {
    match: required && excluded ? `(${required}) NOT (${excluded})` : required,
    exclude: required ? null : excluded,
    unread: states.size === 1 ? [...states][0] === true : null,
    impossible: states.size > 1,
  };
}

/** A quoted FTS5 string, within which nothing is syntax; several words in it are a phrase. */
function phraseOf({ column, text }: Extract<Term, { kind: 'text' }>): string | null {
  const words = indexWords(text).replaceAll('"', ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(words)) return null;
  return column ? `{${column}} : "${words}"` : `"${words}"`;
}
