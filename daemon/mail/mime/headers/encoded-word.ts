import { decodeMixedText, splitAtCharacters } from '../charset/mixed-text.ts';
import { hexPair } from '../hex.ts';

type EncodedWord = { charset: string; encoding: string; text: string; end: number };

/**
 * Unstructured text with its encoded words decoded (RFC 2047). Adjacent words are joined, and those of the same
 * character set are decoded together, because senders split characters between words. Text that is not an encoded word
 * is unchanged; spaces inside words, missing padding and unknown character sets are accepted.
 */
export function decodeEncodedWords(value: string): string {
  let at = value.indexOf('=?');
  if (at < 0) return value;
  const out: string[] = [];
  let run: EncodedWord[] = [];
  let copiedUntil = 0;
  const flush = (until: number) => {
    if (run.length > 0) out.push(decodeRun(run));
    out.push(value.slice(copiedUntil, until));
    run = [];
  };
  for (; at >= 0; at = value.indexOf('=?', at)) {
    const word = encodedWordAt(value, at);
    if (!word) {
      at += 2;
      continue;
    }
    const isAdjacent = run.length > 0 && value.slice(copiedUntil, at).trim() === '';
    if (!isAdjacent) flush(at);
    else if (run[0]?.charset !== word.charset) flush(copiedUntil);
    run.push(word);
    copiedUntil = at = word.end;
  }
  flush(value.length);
  return out.join('');
}

/** The offset after the `?=` of the encoded word that begins at `at`; undefined if no encoded word begins there. */
export function encodedWordEnd(value: string, at: number): number | undefined {
  return value.startsWith('=?', at) ? encodedWordAt(value, at)?.end : undefined;
}

function encodedWordAt(value: string, at: number): EncodedWord | undefined {
  const charsetEnd = value.indexOf('?', at + 2);
  if (charsetEnd <= at + 2 || value[charsetEnd + 2] !== '?') return undefined;
  const encoding = value[charsetEnd + 1]?.toLowerCase() ?? '';
  // RFC 2231, section 5: a language may follow the character set.
  const charset =
    value
      .slice(at + 2, charsetEnd)
      .split('*', 1)[0]
      ?.trim()
      .toLowerCase() ?? '';
  const end = encodedTextEnd(value, charsetEnd + 3);
  if (end === undefined || (encoding !== 'q' && encoding !== 'b') || /^$|[\s=]/.test(charset)) return undefined;
  return { charset, encoding, text: value.slice(charsetEnd + 3, end), end: end + 2 };
}

/** The next `?=`, unless another word begins before it: no range of a hostile value is searched twice. */
function encodedTextEnd(value: string, from: number): number | undefined {
  for (let at = value.indexOf('?', from); at >= 0; at = value.indexOf('?', at + 1)) {
    if (value[at + 1] === '=') return at;
    if (at > from && value[at - 1] === '=') return undefined;
  }
  return undefined;
}

function decodeRun(run: readonly EncodedWord[]): string {
  const pieces = run.flatMap(({ encoding, text }) =>
    encoding === 'b' ? Buffer.from(text, 'base64') : splitAtCharacters(text, decodeQ),
  );
  return decodeMixedText(pieces, run[0]?.charset);
}

/** RFC 2047, section 4.2. */
function decodeQ(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const code = byte === 61 ? hexPair(bytes, i + 1) : -1;
    if (code >= 0) i += 2;
    bytes[length++] = code >= 0 ? code : byte === 95 ? 32 : byte;
  }
  return bytes.subarray(0, length);
}
