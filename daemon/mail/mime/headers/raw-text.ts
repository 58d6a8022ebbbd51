import { isAscii, isUtf8 } from 'node:buffer';
import { bufferOf } from '../bytes.ts';
import { decodeCharset } from '../charset/charset.ts';

/** Bytes in which a declaration of the body's character set is searched. */
const declarationBytes = 65_536;

/**
 * The text of a field body with bytes above ASCII. RFC 6532 allows UTF-8; older mail uses the character set of the
 * writer's system: that of the body, else windows-1252.
 */
export function decodeRawText(raw: Uint8Array, bodyCharset: () => string | undefined): string {
  if (isUtf8(raw)) return bufferOf(raw).toString('utf8');
  const escaped = escapeEncodedWords(raw);
  if (isAscii(escaped)) return escaped.toString('latin1');
  for (const charset of rawCharsets(bodyCharset()?.toLowerCase())) {
    const { text, isGuessed } = decodeCharset(escaped, charset);
    if (!isGuessed && !/[\ufffd\ue000-\uf8ff]/.test(text)) return text;
  }
  return decodeCharset(escaped, undefined).text;
}

/** Bytes inside a Q encoded word are in the character set of the word, so they are written as `=E9`. */
function escapeEncodedWords(raw: Uint8Array): Buffer {
  const text = bufferOf(raw).toString('latin1');
  const escaped = text.replace(/=\?[^?\s]{1,80}\?q\?[^?]*\?=/gi, (word) =>
    word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16)}`),
  );
  return Buffer.from(escaped, 'latin1');
}

/** The 8-bit forms of a 7-bit character set are what its writers use where they forget to encode. */
function rawCharsets(charset: string | undefined): readonly string[] {
  if (charset === undefined) return [];
  return charset.startsWith('iso-2022-jp') ? ['euc-jp', 'shift_jis'] : [charset];
}

/** The declarations of a Content-Type field and of HTML. */
const declaration =
  /(?:^content-type[ \t]*:(?:[^\r\n]|\r?\n[ \t]){0,2000}?|<meta\b[^>]{0,200}?)\bcharset[ \t]*=[ \t]*["']?([\w.:+-]{2,40})/gim;
/** These say nothing about bytes that are not UTF-8. */
const uninformative = /^(?:(?:us-)?ascii|utf-?\d.*|ucs.*|unicode.*|unknown.*|x-unknown|(?:7|8)-?bit|binary)$/i;

/** The first informative character set that is declared at or after the header at `from`, else in the whole message. */
export function declaredCharset(bytes: Uint8Array, from: number): string | undefined {
  return declarationAfter(bytes, from) ?? (from > 0 ? declarationAfter(bytes, 0) : undefined);
}

function declarationAfter(bytes: Uint8Array, from: number): string | undefined {
  const text = bufferOf(bytes).toString('latin1', from, Math.min(bytes.length, from + declarationBytes));
  for (const [, charset] of text.matchAll(declaration)) {
    if (charset !== undefined && !uninformative.test(charset)) return charset;
  }
  return undefined;
}
