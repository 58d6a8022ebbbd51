import { encodedWords, hexBytes, chunkByLength } from './encoded-words.ts';

/** A value that every program reads the same way between quotes. */
const plainValue = /^[\w !#$&()+,.@^`{|}~-]{1,60}$/;

/** A parameter of Content-Disposition; in the extended form of RFC 2231 if it is not plain ASCII. */
export function parameter(name: string, value: string): string[] {
  if (plainValue.test(value)) return [`${name}="${value}"`];
  const runs = chunkByLength([...value].map(percentEncoded), 60 - name.length);
  if (runs.length === 1) return [`${name}*=utf-8''${runs[0]?.join('') ?? ''}`];
  return runs.map((run, index) => `${name}*${index}*=${index === 0 ? "utf-8''" : ''}${run.join('')}`);
}

/** The form that Outlook and old programs read a file name from: encoded words between quotes, in Content-Type. */
export function legacyParameter(name: string, value: string): string[] {
  if (plainValue.test(value)) return [`${name}="${value}"`];
  return `${name}="${encodedWords(value, 60).join(' ')}"`.split(' ');
}

/** RFC 5987, section 3.2.1: attr-char. */
function percentEncoded(character: string): string {
  return /[A-Za-z0-9!#$&+.^_`{|}~-]/.test(character) ? character : hexBytes(character, '%');
}
