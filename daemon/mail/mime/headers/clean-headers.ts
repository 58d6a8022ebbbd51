import { cleanText } from '../../text/clean-text.ts';
import type { Headers } from './headers.ts';

/** The same fields with well-formed values: they are stored. */
export function cleanHeaders(headers: Headers): Headers {
  return {
    ...headers,
    first: (name) => {
      const value = headers.first(name);
      return value === undefined ? undefined : cleanText(value);
    },
    all: (name) => headers.all(name).map(cleanText),
  };
}
