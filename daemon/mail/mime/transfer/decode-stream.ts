import type { TransferEncoding } from '../parsed-message.ts';
import { bufferOf } from '../bytes.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';
import { decodeTransfer } from './transfer-encoding.ts';

type ByteChunks = AsyncIterable<Uint8Array>;

/**
 * Takes a transfer encoding off a body that comes in pieces cut anywhere: the same bytes as `decodeTransfer` gives of the
 * whole, without holding it. uuencode and yEnc alone are gathered first: they stand inside texts, and texts are short.
 */
export async function* decodeTransferStream(
  chunks: ByteChunks,
  encoding: TransferEncoding,
): AsyncGenerator<Uint8Array> {
  switch (encoding) {
    case 'base64':
      yield* decodeBase64Stream(chunks);
      return;
    case 'quoted-printable':
      yield* decodeQuotedPrintableStream(chunks);
      return;
    case 'uuencode':
    case 'yenc':
      yield decodeTransfer(await concatChunks(chunks), encoding);
      return;
    case '7bit':
    case '8bit':
    case 'binary':
      yield* chunks;
  }
}

/** What follows padding is read on as a block of its own, as `decodeBase64` does. */
async function* decodeBase64Stream(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  let remainder = '';
  for await (const chunk of chunks) {
    const letters = bufferOf(chunk)
      .toString('latin1')
      .replaceAll(/[^A-Za-z0-9+/=_-]+/g, '');
    const blocks = (remainder + letters).split('=');
    const open = blocks.pop() ?? '';
    const end = open.length - (open.length % 4);
    remainder = open.slice(end);
    const decodedBlocks = [...blocks, open.slice(0, end)].map((block) => Buffer.from(block, 'base64'));
    const decoded = Buffer.concat(decodedBlocks);
    if (decoded.length > 0) yield decoded;
  }
  if (remainder) yield Buffer.from(remainder, 'base64');
}

/** What cannot be decoded without what follows is looked at again when there is twice as much of it. */
async function* decodeQuotedPrintableStream(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = [];
  let [size, minSize] = [0, 0];
  for await (const chunk of chunks) {
    buffered.push(chunk);
    size += chunk.length;
    if (size < minSize) continue;
    const bytes = Buffer.concat(buffered);
    const end = lastSafeCut(bytes);
    buffered = [bytes.subarray(end)];
    size -= end;
    minSize = 2 * size;
    if (end > 0) yield decodeQuotedPrintable(bytes.subarray(0, end));
  }
  if (size > 0) yield decodeQuotedPrintable(Buffer.concat(buffered));
}

/** The last place where what stands before does not depend on what follows. */
function lastSafeCut(bytes: Buffer): number {
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

async function concatChunks(chunks: ByteChunks): Promise<Buffer> {
  const buffered: Uint8Array[] = [];
  for await (const chunk of chunks) buffered.push(chunk);
  return Buffer.concat(buffered);
}
