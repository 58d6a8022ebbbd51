import type { Address } from '../../contract/fields.ts';
import { decodeWords } from './encoded-word.ts';

const maximumLength = 500;
const quotedString = /"(?:[^"\\]|\\.)*"/g;

/**
 * One mailbox of an address field as it was read: the words before the brackets as a name (`phrase`) and as an address
 * (`spec`: with its quotes, without comments), what is between the brackets, and what is behind them.
 */
export type Mailbox = {
  phrase: string[];
  spec: string[];
  comments: string[];
  angle: string | undefined;
  tail: string[];
};

/** The name and the address of a mailbox; an empty `email` where it has none. */
export function addressOf({ phrase, spec, comments, angle, tail }: Mailbox): Address {
  const remark = () => nameFrom(comments.map(unescaped).join(' ')) ?? nameFrom(tail.join(''));
  const email = angle === undefined ? '' : emailFrom(angle);
  if (email !== '') return { name: nameFrom(phrase.join('')) ?? remark(), email };
  const found = bareAddress(spec.join(''));
  if (found) return { name: nameFrom(found.name) ?? remark(), email: found.email };
  return { name: nameFrom(phrase.join('')) ?? nameFrom(angle ?? ''), email: '' };
}

/** The address among words without brackets: `a@b`, `Name a@b`, and `a @ b . c` (RFC 5322, section 4.4). */
function bareAddress(spec: string): { name: string; email: string } | undefined {
  if (!spec.includes('@') || spec.length > 4 * maximumLength) return undefined;
  const closed = spec.replace(/\s+/g, ' ').replace(/ ?@ ?/g, '@').replace(/ \. ?/g, '.');
  const words = closed.match(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+/g) ?? [];
  // An @ between quotes is part of a name or of a local part.
  const at = words.findIndex((word) => /[^@]@[^@]/.test(word.replace(quotedString, '""')));
  const email = words[at]?.replace(/^'(.*)'$/, '$1');
  if (email === undefined) return undefined;
  return { name: words.filter((_, i) => i !== at).join(' '), email: bounded(email) };
}

/** What is between angle brackets without comments, white space and an obsolete route. */
function emailFrom(text: string): string {
  const short = text.slice(0, 4 * maximumLength).trim();
  if (!short.includes('@') && /\s/.test(short)) return '';
  const pieces = /[\s"(]/.test(short) ? short.match(/"(?:[^"\\]|\\.)*"|\([^()]*\)|\s+|[^\s"(]+|./g) : [short];
  const joined = pieces?.filter((piece) => !/^(?:\s|\(.)/.test(piece)).join('') ?? '';
  return bounded(joined.replace(/^(?:@[^:]*:|mailto:)/i, ''));
}

/** Words as a name, decoded (RFC 2047) and on one line; null where nothing is left. */
export function nameFrom(text: string): string | null {
  const decoded = decodeWords(text).trim();
  const name = /[^\S ]|\0| {2}/.test(decoded) ? decoded.replace(/[\s\0]+/g, ' ').trim() : decoded;
  return name === '' ? null : bounded(name);
}

/** RFC 5322, section 3.2.1. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text;
}

/** An address with its name. One that repeats the address, as programs without an address book write, says nothing. */
export function addressNamed(name: string | null, email: string): Address {
  const short = bounded(email);
  return { name: name === null || name === '' || name === short ? null : bounded(name), email: short };
}

/** Nobody's name or address is longer than 500 characters. */
function bounded(text: string): string {
  return (text.length > maximumLength ? text.slice(0, maximumLength) : text).toWellFormed();
}
