import { decodeCharset } from './charset.ts';

/** Bytes in a character set, or characters that are already decoded. */
type MixedText = Buffer | string;

/** Splits text into ASCII, converted by `toBytes`, and other characters, which no encoder writes and senders do. */
export function splitAtCharacters(text: string, toBytes: (ascii: string) => Buffer): MixedText[] {
  if (/^\p{ASCII}*$/u.test(text)) return [toBytes(text)];
  return text.split(/(\P{ASCII}+)/u).map((piece, index) => (index % 2 === 0 ? toBytes(piece) : piece));
}

/** The text of the pieces. Adjacent bytes are decoded together, because a character may be split between them. */
export function decodeMixedText(pieces: readonly MixedText[], charset: string | undefined): string {
  const out: string[] = [];
  let bytes: Buffer[] = [];
  const flush = () => {
    const [first] = bytes;
    if (first) out.push(decodeCharset(bytes.length === 1 ? first : Buffer.concat(bytes), charset).text);
    bytes = [];
  };
  for (const piece of pieces) {
    if (typeof piece !== 'string') bytes.push(piece);
    else {
      flush();
      out.push(piece);
    }
  }
  flush();
  return out.join('');
}
