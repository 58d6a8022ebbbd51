import type { TransferEncoding } from '../parsed-message.ts';
import { bufferOf } from '../bytes.ts';
import { isBase64 } from './base64.ts';
import { base64LineClassifier, maxTextLine } from './base64-lines.ts';
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

/** Whether a body is base64 at all is seen from its beginning, as in `decodeBase64`. */
async function* decodeBase64Stream(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    const beginning: Uint8Array[] = [];
    for (let size = 0; size < base64BeginningBytes;) {
      const { value, done } = await iterator.next();
      if (done) break;
      beginning.push(value);
      size += value.length;
    }
    const all = chain(beginning, iterator);
    yield* isBase64(Buffer.concat(beginning)) ? decodeBase64Chunks(all) : all;
  } finally {
    await iterator.return?.();
  }
}

async function* chain(beginning: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): ByteChunks {
  yield* beginning;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const base64BeginningBytes = 70_000;

/** Data after padding is decoded as a new block, as in `decodeBase64`. */
async function* decodeBase64Chunks(chunks: ByteChunks): AsyncGenerator<Uint8Array> {
  let remainder = '';
  for await (const lines of base64Data(chunks)) {
    const blocks = (remainder + lines.replaceAll(/[^A-Za-z0-9+/=_-]+/g, '')).split('=');
    const open = blocks.pop() ?? '';
    const end = open.length - (open.length % 4);
    remainder = open.slice(end);
    const decodedBlocks = [...blocks, open.slice(0, end)].map((block) => Buffer.from(block, 'base64'));
    const decoded = Buffer.concat(decodedBlocks);
    if (decoded.length > 0) yield decoded;
  }
  if (remainder) yield Buffer.from(remainder, 'base64');
}

/** The lines of data, a long line in pieces. A line is kept until it can be classified. */
async function* base64Data(chunks: ByteChunks): AsyncGenerator<string> {
  const isData = base64LineClassifier();
  let line = '';
  /** Whether the beginning of the line is data; undefined if it is not classified yet. */
  let isOpenLineData: boolean | undefined;
  for await (const chunk of chunks) {
    const data: string[] = [];
    const text = line + bufferOf(chunk).toString('latin1');
    line = '';
    for (let at = 0; at < text.length;) {
      const next = text.indexOf('\n', at) + 1 || text.length;
      const isWhole = text[next - 1] === '\n';
      if (isOpenLineData === undefined && !isWhole && next - at <= maxTextLine) line = text.slice(at);
      else {
        isOpenLineData ??= isData(text.slice(at, Math.min(next, at + maxTextLine + 1)));
        if (isOpenLineData) data.push(text.slice(at, next));
        if (isWhole) isOpenLineData = undefined;
      }
      at = next;
    }
    yield data.join('');
  }
  if (line !== '' && isData(line)) yield line;
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
