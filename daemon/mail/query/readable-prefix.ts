import { Failure } from '../../base/failure.ts';
import { parseQuery } from './parse.ts';

/**
 * The longest valid prefix of a query that is still being typed: `tea is:unr` searches for tea until it is complete.
 * Throws Failure `bad_query` if the error is in an earlier part.
 */
export function readablePrefix(query: string): string {
  if (isReadable(query)) return query;
  const prefix = query.trimEnd().replace(/(?:[^\s"]|"[^"]*"?)+$/, '');
  // If the prefix is invalid too, its error is reported.
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
