import { domainToASCII } from 'node:url';
import type { Address } from '../../../contract/fields.ts';
import { encodedWords } from './encoded-words.ts';

/** Lines are folded before this length where possible (RFC 5322, section 2.1.1; RFC 2047, section 2). */
const maxLineLength = 76;
/** Longer words are written as encoded words, which can be folded. */
const maxPlainWordLength = 70;

/**
 * A header field with its line end, folded between `pieces` (RFC 5322, section 2.2.3). The first piece follows the name
 * on the same line: some programs take an empty line for the end of the header.
 */
export function headerField(name: string, pieces: readonly string[]): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && line.length + 1 + piece.length > maxLineLength) {
      lines.push(line);
      line = '';
    }
    line += ` ${piece}`;
  }
  return `${[...lines, line].join('\r\n')}\r\n`;
}

/** A field with unstructured text. The text cannot begin another field. */
export function textField(name: string, text: string): string {
  const clean = oneLine(text);
  const isPlain = !needsEncoding(clean) && clean.split(' ').every(({ length }) => length <= maxPlainWordLength);
  return headerField(name, isPlain ? clean.split(' ') : encodedWords(clean, Math.max(40, 74 - name.length)));
}

/** A field of mailboxes (RFC 5322, section 3.4). Throws TypeError for an invalid address. */
export function addressField(name: string, addresses: readonly Address[]): string {
  const mailboxes = addresses.map(mailboxPieces);
  return headerField(
    name,
    mailboxes.flatMap((pieces, index) => (index === mailboxes.length - 1 ? pieces : withComma(pieces))),
  );
}

/** A field of Message-IDs, given without brackets (RFC 5322, section 3.6.4). Invalid ids are left out. */
export function idField(name: string, ids: readonly string[]): string {
  const writable = ids.filter((id) => /^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/.test(id));
  return writable.length === 0
    ? ''
    : headerField(
        name,
        writable.map((id) => `<${id}>`),
      );
}

/** Text on one line, without characters that are not allowed in headers. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function needsEncoding(text: string): boolean {
  return /[^\x20-\x7e]|=\?| {2}/.test(text);
}

function mailboxPieces({ name, email }: Address): string[] {
  const addrSpec = encodeAddress(email);
  const clean = oneLine(name ?? '');
  return clean === '' ? [addrSpec] : [...phrase(clean), `<${addrSpec}>`];
}

function withComma(pieces: readonly string[]): string[] {
  return pieces.map((piece, index) => (index === pieces.length - 1 ? `${piece},` : piece));
}

function phrase(name: string): string[] {
  const words = name.split(' ');
  if (needsEncoding(name) || name.length > maxPlainWordLength) return encodedWords(name);
  return /^[\w!#$%&'*+/=?^`{|}~ -]+$/.test(name) ? words : [`"${name.replaceAll(/["\\]/g, '\\$&')}"`];
}

/**
 * An address as transmitted: its domain in ASCII (RFC 5891), its local part unchanged (RFC 6532), quoted if necessary.
 */
function encodeAddress(email: string): string {
  const clean = oneLine(email);
  const at = clean.lastIndexOf('@');
  const [local, domain] = [clean.slice(0, at), clean.slice(at + 1)];
  const ascii = /^\[[\x21-\x5a\x5e-\x7e]+\]$/.test(domain) ? domain : domainToASCII(domain);
  if (at < 1 || ascii === '') throw new TypeError('a sender or recipient of a message has no valid address');
  const isPlain = /^(?:[^\s"(),:;<>@[\]\\]+|"(?:[^"\\]|\\.)*")$/.test(local);
  return `${isPlain ? local : `"${local.replaceAll(/["\\]/g, '\\$&')}"`}@${ascii}`;
}
