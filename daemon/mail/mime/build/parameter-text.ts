import { encodedWords, hexBytes, chunkByLength } from './encoded-words.ts';

/** What every program reads the same between quotes. */
const plainValue = /^[\w !#$&()+,.@^`{|}~-]{1,60}$/;

/** A parameter of Content-Disposition: where it is more than plain ASCII, in the extended form of RFC 2231. */
export function parameter(name: string, value: string): string[] {
  if (plainValue.test(value)) return [`${name}="${value}"`];
  const runs = chunkByLength([...value].map(percentEncoded), 60 - name.length);
  if (runs.length === 1) return [`${name}*=utf-8''${runs[0]?.join('') ?? ''}`];
  return runs.map((run, index) => `${name}*${index}*=${index === 0 ? "utf-8''" : ''}${run.join('')}`);
}

/** The form in which Outlook and old programs look for a file's name: encoded words between quotes, in Content-Type. */
export function legacyParameter(name: string, value: string): string[] {
  if (plainValue.test(value)) return [`${name}="${value}"`];
  return `${name}="${encodedWords(value, 60).join(' ')}"`.split(' ');
}

/** RFC 5987, section 3.2.1: attr-char. */
function percentEncoded(character: string): string {
  return /[A-Za-z0-9!#$&+.^_`{|}~-]/.test(character) ? character : hexBytes(character, '%');
}
