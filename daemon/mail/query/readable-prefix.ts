import { Failure } from '../../base/failure.ts';
import { parseQuery } from './parse.ts';

/**
 * As much of a query that is still being typed as can be read: `tea is:unr` asks for tea until it is written to its end.
 * Throws Failure `bad_query` where what cannot be read stands before that.
 */
export function readablePrefix(query: string): string {
  if (isReadable(query)) return query;
  const prefix = query.trimEnd().replace(/(?:[^\s"]|"[^"]*"?)+$/, '');
  // What cannot be read now stands further in front: that is said.
  parseQuery(prefix);
  return prefix;
}

function isReadable(query: string): boolean {
  try {
    parseQuery(query);
    return true;
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'bad_query') return false;
    throw failed;
  }
}
