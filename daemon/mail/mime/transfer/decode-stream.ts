import type { TransferEncoding } from '../parsed-message.ts';
import { bufferOf } from '../bytes.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';
import { decodeTransfer } from './transfer-encoding.ts';

type ByteChunks = AsyncIterable<Uint8Array>;

/**
 * Decodes a body that arrives in pieces cut anywhere: the same bytes as `decodeTransfer` of the whole, without
 * buffering it. Only uuencode and yEnc are buffered: they are embedded in texts, and texts are short.
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

/** Data after padding is decoded as a new block, as in `decodeBase64`. */
async function* decodeBase64Stream(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  let remainder = '';
  for await (const chunk of chunks) {
    const characters = bufferOf(chunk)
      .toString('latin1')
      .replaceAll(/[^A-Za-z0-9+/=_-]+/g, '');
    const blocks = (remainder + characters).split('=');
    const open = blocks.pop() ?? '';
    const end = open.length - (open.length % 4);
    remainder = open.slice(end);
    const decodedBlocks = [...blocks, open.slice(0, end)].map((block) => Buffer.from(block, 'base64'));
    const decoded = Buffer.concat(decodedBlocks);
    if (decoded.length > 0) yield decoded;
  }
  if (remainder) yield Buffer.from(remainder, 'base64');
}

/** Bytes that cannot be decoded without their successors are tried again when twice as many are available. */
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

/** The last offset before which the result does not depend on what follows. */
function lastSafeCut(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && !isSafeCut(bytes, end)) end--;
  return end;
}

/** Whether the character before `end` stands for itself. */
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
