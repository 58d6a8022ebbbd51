import { decodeCharset } from './charset.ts';
import { hexPair } from './hex.ts';

type Word = { charset: string; encoding: string; text: string; end: number };

/**
 * Unstructured text with its encoded words decoded (RFC 2047). Words side by side are one text, and one of the same
 * character set is decoded in one go, for senders split characters between words. What is no encoded word stays as it
 * is; spaces inside words, missing padding and unknown character sets are put up with.
 */
export function decodeWords(value: string): string {
  let at = value.indexOf('=?');
  if (at < 0) return value;
  const out: string[] = [];
  let run: Word[] = [];
  let written = 0;
  const write = (until: number) => {
    if (run.length > 0) out.push(textOf(run));
    out.push(value.slice(written, until));
    run = [];
  };
  for (; at >= 0; at = value.indexOf('=?', at)) {
    const word = wordAt(value, at);
    if (!word) {
      at += 2;
      continue;
    }
    const isAdjacent = run.length > 0 && value.slice(written, at).trim() === '';
    if (!isAdjacent) write(at);
    else if (run[0]?.charset !== word.charset) write(written);
    run.push(word);
    written = at = word.end;
  }
  write(value.length);
  return out.join('');
}

/** Where the encoded word that begins at `at` ends, behind its `?=`; undefined where none begins there. */
export function wordEnd(value: string, at: number): number | undefined {
  return value.startsWith('=?', at) ? wordAt(value, at)?.end : undefined;
}

function wordAt(value: string, at: number): Word | undefined {
  const named = value.indexOf('?', at + 2);
  if (named <= at + 2 || value[named + 2] !== '?') return undefined;
  const encoding = value[named + 1]?.toLowerCase() ?? '';
  // RFC 2231, section 5: a language may follow the character set.
  const charset =
    value
      .slice(at + 2, named)
      .split('*', 1)[0]
      ?.toLowerCase() ?? '';
  const end = textEndAfter(value, named + 3);
  if (end === undefined || (encoding !== 'q' && encoding !== 'b') || /[\s=]/.test(charset)) return undefined;
  return { charset, encoding, text: value.slice(named + 3, end), end: end + 2 };
}

/** The next `?=`, unless another word begins before it: so no stretch of a hostile value is searched twice. */
function textEndAfter(value: string, from: number): number | undefined {
  for (let at = value.indexOf('?', from); at >= 0; at = value.indexOf('?', at + 1)) {
    if (value[at + 1] === '=') return at;
    if (at > from && value[at - 1] === '=') return undefined;
  }
  return undefined;
}

function textOf(run: readonly Word[]): string {
  const pieces = run.map(({ encoding, text }) => (encoding === 'b' ? Buffer.from(text, 'base64') : bytesOfQ(text)));
  const [first] = pieces;
  return decodeCharset(pieces.length === 1 && first ? first : Buffer.concat(pieces), run[0]?.charset).text;
}

/** RFC 2047, section 4.2. */
function bytesOfQ(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const code = byte === 61 ? hexPair(bytes, i + 1) : -1;
    if (code >= 0) i += 2;
    bytes[length++] = code >= 0 ? code : byte === 95 ? 32 : byte;
  }
  return bytes.subarray(0, length);
}
