import { fieldOf, leavesOf, structureOf } from '../message-structure/mime-parts.ts';
import type { MimePart } from '../message-structure/mime-parts.ts';

/** The decoded text of every text part, without headers: the text that a server search covers. */
export function searchableText(message: Buffer): string {
  const root = structureOf(message);
  const text = leavesOf(root).map((leaf) => leafText(message, leaf));
  return `${fieldOf(root, 'from')}\n${decodedField(root, 'subject')}\n${text.join('\n')}`.toLowerCase();
}

/** The text of a header field that a search for this field covers. */
export function searchableField(message: Buffer, name: string): string {
  return decodedField(structureOf(message), name).toLowerCase();
}

function decodedField(root: MimePart, name: string): string {
  return fieldOf(root, name)
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());
}

function leafText(message: Buffer, part: MimePart): string {
  const type = fieldOf(part, 'content-type');
  if (type && !/^text\//i.test(type)) return '';
  return decodedBody(message, part).toString(/iso-8859-1/i.test(type) ? 'latin1' : 'utf8');
}

function decodedBody(message: Buffer, part: MimePart): Buffer {
  const encoding = fieldOf(part, 'content-transfer-encoding').toLowerCase();
  const body = message.subarray(part.body, part.end);
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body.toString('latin1').replaceAll(/=[ \t]*\r\n/g, '');
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}
