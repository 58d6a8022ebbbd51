/** An encoded word is at most 75 characters long (RFC 2047, section 2) and must fit on a line after a field name. */
const maxWordLength = 64;
const frameLength = '=?utf-8?Q??='.length;

/**
 * Text as encoded words (RFC 2047), B or Q, whichever is shorter. The white space between them is not part of the text.
 * No character is split between two words.
 */
export function encodedWords(text: string, maxLength = maxWordLength): string[] {
  const bytes = Buffer.byteLength(text);
  const characters = [...text];
  const quoted = characters.map(quotedCharacter);
  const isQuotedShorter = quoted.reduce((sum, { length }) => sum + length, 0) <= Math.ceil(bytes / 3) * 4;
  const textLength = maxLength - frameLength;
  if (isQuotedShorter) return chunkByLength(quoted, textLength).map((run) => `=?utf-8?Q?${run.join('')}?=`);
  return chunkByLength(characters, Math.floor(textLength / 4) * 3, Buffer.byteLength).map(
    (run) => `=?utf-8?B?${Buffer.from(run.join('')).toString('base64')}?=`,
  );
}

/** Groups pieces into runs of at most `room` each, as far as single pieces allow. */
export function chunkByLength(
  pieces: readonly string[],
  maxLength: number,
  lengthOf: (piece: string) => number = ({ length }) => length,
): string[][] {
  const runs: string[][] = [];
  let remaining = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    if (length > remaining || runs.length === 0) {
      runs.push([]);
      remaining = maxLength;
    }
    runs.at(-1)?.push(piece);
    remaining -= length;
  }
  return runs;
}

/**
 * Q-encodes a character; the characters that Q leaves unchanged are those allowed in a phrase (RFC 2047, section 5).
 */
function quotedCharacter(character: string): string {
  if (/[A-Za-z0-9!*+/-]/.test(character)) return character;
  return character === ' ' ? '_' : hexBytes(character, '=');
}

/** The UTF-8 bytes of a text in hex, each with a prefix. */
export function hexBytes(text: string, prefix: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, `${prefix}$&`);
}
