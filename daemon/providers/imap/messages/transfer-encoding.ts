/** Takes a MIME transfer encoding (RFC 2045, section 6) off a body that comes in pieces cut anywhere. */
export async function* withoutTransferEncoding(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<Buffer> {
  if (encoding === 'base64') yield* decodedInPieces(pieces, wholeBase64, (text) => Buffer.from(text, 'base64'));
  else if (encoding === 'quoted-printable') yield* decodedInPieces(pieces, wholeLines, quotedPrintable);
  else yield* pieces;
}

/** `whole` says how much of a text can be decoded without what follows. */
async function* decodedInPieces(
  pieces: AsyncIterable<Buffer>,
  whole: (text: string) => { ready: string; rest: string },
  decode: (text: string) => Buffer,
): AsyncGenerator<Buffer> {
  let left = '';
  for await (const piece of pieces) {
    const { ready, rest } = whole(left + piece.toString('latin1'));
    left = rest;
    if (ready) yield decode(ready);
  }
  if (left) yield decode(left);
}

function wholeBase64(text: string): { ready: string; rest: string } {
  const letters = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const end = letters.length - (letters.length % 4);
  return { ready: letters.slice(0, end), rest: letters.slice(end) };
}

function wholeLines(text: string): { ready: string; rest: string } {
  const end = text.lastIndexOf('\n') + 1;
  return { ready: text.slice(0, end), rest: text.slice(end) };
}

function quotedPrintable(text: string): Buffer {
  const plain = text
    .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
