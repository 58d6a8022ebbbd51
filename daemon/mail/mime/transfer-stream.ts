import type { TransferEncoding } from './message.ts';
import { bufferOf } from './bytes.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';
import { decodeTransfer } from './transfer.ts';

type Pieces = AsyncIterable<Uint8Array>;

/**
 * Takes a transfer encoding off a body that comes in pieces cut anywhere: the same bytes as `decodeTransfer` gives of the
 * whole, without holding it. uuencode and yEnc alone are gathered first: they stand inside texts, and texts are short.
 */
export async function* decodedPieces(pieces: Pieces, encoding: TransferEncoding): AsyncGenerator<Uint8Array> {
  switch (encoding) {
    case 'base64':
      yield* fromBase64(pieces);
      return;
    case 'quoted-printable':
      yield* fromQuotedPrintable(pieces);
      return;
    case 'uuencode':
    case 'yenc':
      yield decodeTransfer(await gathered(pieces), encoding);
      return;
    case '7bit':
    case '8bit':
    case 'binary':
      yield* pieces;
  }
}

/** What follows padding is read on as a block of its own, as `decodeBase64` does. */
async function* fromBase64(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let left = '';
  for await (const piece of pieces) {
    const letters = bufferOf(piece)
      .toString('latin1')
      .replaceAll(/[^A-Za-z0-9+/=_-]+/g, '');
    const blocks = (left + letters).split('=');
    const open = blocks.pop() ?? '';
    const end = open.length - (open.length % 4);
    left = open.slice(end);
    const ready = [...blocks, open.slice(0, end)].map((block) => Buffer.from(block, 'base64'));
    const decoded = Buffer.concat(ready);
    if (decoded.length > 0) yield decoded;
  }
  if (left) yield Buffer.from(left, 'base64');
}

/** What cannot be decoded without what follows is looked at again when there is twice as much of it. */
async function* fromQuotedPrintable(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let [size, enough] = [0, 0];
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < enough) continue;
    const bytes = Buffer.concat(waiting);
    const end = safeCut(bytes);
    waiting = [bytes.subarray(end)];
    size -= end;
    enough = 2 * size;
    if (end > 0) yield decodeQuotedPrintable(bytes.subarray(0, end));
  }
  if (size > 0) yield decodeQuotedPrintable(Buffer.concat(waiting));
}

/** The last place where what stands before does not depend on what follows. */
function safeCut(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && !isSafeCut(bytes, end)) end--;
  return end;
}

/** Behind a character that stands for itself. */
function isSafeCut(bytes: Buffer, end: number): boolean {
  const last = bytes[end - 1];
  const next = bytes[end];
  if (last === space || last === tab) return false;
  const isOpen = last === equals || bytes[end - 2] === equals || bytes[end - 3] === equals;
  return !isOpen && (last !== carriageReturn || (next !== undefined && next !== lineFeed));
}

const [tab, lineFeed, carriageReturn, space, equals] = [9, 10, 13, 32, 61];

async function gathered(pieces: Pieces): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
