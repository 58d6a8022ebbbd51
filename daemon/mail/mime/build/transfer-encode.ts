import { hexBytes } from './encoded-words.ts';

/** A line of an encoded body is at most 76 characters long (RFC 2045, sections 6.7 and 6.8). */
const maxLineLength = 76;
/** Number of bytes in such a line of base64. */
const bytesPerLine = 57;
/** Number of characters encoded at a time. */
const chunkLength = 64 * 1024;

type EncodedText = { encoding: 'quoted-printable' | 'base64'; chunks: () => Iterable<Buffer> };

/** A text in 7-bit lines that no relay has a reason to change, in whichever encoding is shorter. */
export function encodedText(text: string): EncodedText {
  const clean = text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/\r\n|\r|\n/g, '\r\n');
  const bytes = Buffer.from(clean);
  // Quoted-printable writes three characters for a special byte, base64 four for any three bytes.
  if (specialBytes(bytes) * 6 > bytes.length)
    return { encoding: 'base64', chunks: () => [Buffer.from(base64Lines(bytes), 'latin1')] };
  return { encoding: 'quoted-printable', chunks: () => quotedPrintable(clean) };
}

/** Bytes as lines of base64. Uses the memory of one piece. */
export async function* base64Stream(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let remainder: Uint8Array = new Uint8Array(0);
  for await (const chunk of content) {
    const bytes = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    const whole = bytes.length - (bytes.length % bytesPerLine);
    remainder = bytes.slice(whole);
    if (whole > 0) yield Buffer.from(base64Lines(bytes.subarray(0, whole)), 'latin1');
  }
  if (remainder.length > 0) yield Buffer.from(base64Lines(remainder), 'latin1');
}

/** RFC 2045, section 6.8. Every line has its line end. */
function base64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  return text.replaceAll(/.{1,76}/g, '$&\r\n');
}

/** RFC 2045, section 6.7. */
function* quotedPrintable(text: string): Generator<Buffer> {
  let encodedLines: string[] = [];
  let length = 0;
  for (const line of linesOf(text)) {
    const encoded = quotedLine(line);
    encodedLines.push(encoded);
    length += encoded.length;
    if (length < chunkLength) continue;
    yield Buffer.from(encodedLines.join(''), 'latin1');
    encodedLines = [];
    length = 0;
  }
  yield Buffer.from(encodedLines.join(''), 'latin1');
}

/** The lines of a text with their line ends; the last may have none. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from) + 1 || text.length;
    yield text.slice(from, end);
    from = end;
  }
}

function quotedLine(line: string): string {
  const end = line.endsWith('\r\n') ? '\r\n' : '';
  const text = end === '' ? line : line.slice(0, -2);
  // Servers change or misread these characters at the beginning of a line, and white space at its end.
  if (text.length <= maxLineLength && !/[^\t -<>-~]|^From |^\.|[\t ]$/.test(text)) return line;
  const output: string[] = [];
  let column = 0;
  const append = (word: string) => {
    if (column + word.length > maxLineLength - 1) {
      output.push('=\r\n');
      column = 0;
    }
    const safe = column === 0 && (word === '.' || word === 'F') ? hexBytes(word, '=') : word;
    output.push(safe);
    column += safe.length;
  };
  const body = text.replace(/[\t ]$/, '');
  for (const character of body) append(/[\t -<>-~]/.test(character) ? character : hexBytes(character, '='));
  if (body.length < text.length) append(hexBytes(text.slice(-1), '='));
  return output.join('') + end;
}

function specialBytes(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes)
    if (byte > 126 || byte === 61 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) count++;
  return count;
}
