import type { Address } from '../../../contract/fields.ts';
import { decodeEncodedWords } from '../headers/encoded-word.ts';

const maximumLength = 500;
const quotedString = /"(?:[^"\\]|\\.)*"/g;

/**
 * A parsed mailbox of an address field: the words before the brackets as a name (`phrase`) and as an address
 * (`addrSpec`: with its quotes, without comments), the text between the brackets, and the text after them.
 */
export type Mailbox = {
  phrase: string[];
  hasWords: boolean;
  addrSpec: string[];
  comments: string[];
  angleAddr: string | undefined;
  afterAngle: string[];
};

/** The name and the address of a mailbox; `email` is empty if there is none. */
export function addressOfMailbox({ phrase, addrSpec, comments, angleAddr, afterAngle }: Mailbox): Address {
  const commentName = () => displayNameFrom(comments.map(unescaped).join(' ')) ?? displayNameFrom(afterAngle.join(''));
  const email = angleAddr === undefined ? '' : emailFrom(angleAddr);
  if (email !== '') {
    const words = phrase.filter((text) => text !== ` (${email}) `);
    return { name: displayNameFrom(words.join('')) ?? commentName(), email };
  }
  const found = bareAddress(addrSpec.join(''));
  if (found) return { name: displayNameFrom(found.name) ?? commentName(), email: found.email };
  return { name: displayNameFrom(phrase.join('')) ?? displayNameFrom(angleAddr ?? ''), email: '' };
}

/** The address among words without brackets: `a@b`, `Name a@b`, and `a @ b . c` (RFC 5322, section 4.4). */
function bareAddress(addrSpec: string): { name: string; email: string } | undefined {
  if (!addrSpec.includes('@') || addrSpec.length > 4 * maximumLength) return undefined;
  const closed = addrSpec.replace(/\s+/g, ' ').replace(/ ?@ ?/g, '@').replace(/ \. ?/g, '.');
  const words = closed.match(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+/g) ?? [];
  // An @ between quotes is part of a name or of a local part.
  const at = words.findIndex((word) => /[^@]@[^@]/.test(word.replace(quotedString, '""')));
  const email = words[at]?.replace(/^'(.*)'$/, '$1');
  if (email === undefined) return undefined;
  return { name: words.filter((_, i) => i !== at).join(' '), email: truncated(email) };
}

/** The text between angle brackets without comments, white space and an obsolete route. */
function emailFrom(text: string): string {
  const short = text.slice(0, 4 * maximumLength).trim();
  if (!short.includes('@') && /\s/.test(short)) return '';
  const pieces = /[\s"(]/.test(short) ? short.match(/"(?:[^"\\]|\\.)*"|\([^()]*\)|\s+|[^\s"(]+|./g) : [short];
  const joined = pieces?.filter((piece) => !/^(?:\s|\(.)/.test(piece)).join('') ?? '';
  return truncated(joined.replace(/^(?:@[^:]*:|mailto:)/i, ''));
}

/** Words as a name, decoded (RFC 2047) and on one line; null if nothing is left. */
export function displayNameFrom(text: string): string | null {
  const decoded = decodeEncodedWords(text).trim();
  const name = /[^\S ]|\0| {2}/.test(decoded) ? decoded.replace(/[\s\0]+/g, ' ').trim() : decoded;
  return name === '' ? null : truncated(name);
}

/** RFC 5322, section 3.2.1. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text;
}

/** An address with its name. A name that repeats the address, as some programs write it, is dropped. */
export function createAddress(name: string | null, email: string): Address {
  const short = truncated(email);
  return { name: name === null || name === '' || name === short ? null : truncated(name), email: short };
}

/** Names and addresses are truncated to 500 characters. */
function truncated(text: string): string {
  return (text.length > maximumLength ? text.slice(0, maximumLength) : text).toWellFormed();
}
