import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { sql, type ReadDb } from '../../store/db.ts';
import { positionInStoredBytes } from './missing-ranges.ts';
import type { ByteRange } from '../mime/structure/structure.ts';
import { blobPath, sourceDamaged, decompress, missingRangesOf } from './source.ts';

/** Bytes in memory, or a range of a file in `blobs`, in uncompressed offsets. */
type SourcePiece = Uint8Array | (ByteRange & { hash: string });

/**
 * The locations of the bytes of a range of a message, in order; undefined if part of it is left on the server, or only
 * the headers of the message are stored. Does not read large files. Throws Failure `source_damaged`.
 */
export function sourcePieces(
  db: ReadDb,
  blobs: string,
  message: number,
  stretch: ByteRange,
): SourcePiece[] | undefined {
  const missingRanges = missingRangesOf(db, message);
  if (missingRanges.some(({ start, length }) => start < stretch.end && start + length > stretch.start))
    return undefined;
  const start = positionInStoredBytes(missingRanges, stretch.start);
  const end = positionInStoredBytes(missingRanges, stretch.end);
  const cuts = db
    .all<{ start: number; hash: string }>(
      sql`SELECT start, hash FROM source_blobs WHERE message = ${message} AND start < ${stretch.end} ORDER BY start`,
    )
    .map((cut) => ({ ...cut, start: positionInStoredBytes(missingRanges, cut.start) }));
  const last = cuts.at(-1);
  // Nearly every large attachment is a blob of its own, and the data before it need not be read.
  if (last?.start === start && unpackedLength(blobs, last.hash) === end - start)
    return [{ hash: last.hash, start: 0, end: end - start }];
  return piecesBetween({ blobs, cuts, readRemainder: remainderReader(db, message) }, { start, end });
}

/**
 * The locations of all stored bytes of a message, and their number; undefined if only its headers are stored. The ranges that
 * are left on the server are not among them. Throws Failure `source_damaged`.
 */
export function wholeSource(
  db: ReadDb,
  blobs: string,
  message: number,
): { size: number; pieces: SourcePiece[] } | undefined {
  const remainder = remainderReader(db, message)();
  if (!remainder) return undefined;
  const missingRanges = missingRangesOf(db, message);
  const cuts = db
    .all<{ start: number; hash: string }>(
      sql`SELECT start, hash FROM source_blobs WHERE message = ${message} ORDER BY start`,
    )
    .map((cut) => ({ ...cut, start: positionInStoredBytes(missingRanges, cut.start) }));
  const size = cuts.reduce((sum, { hash }) => sum + unpackedLength(blobs, hash), remainder.length);
  const pieces = piecesBetween({ blobs, cuts, readRemainder: () => remainder }, { start: 0, end: size });
  return pieces && { size, pieces };
}

type SplitSource = { blobs: string; cuts: { start: number; hash: string }[]; readRemainder: () => Buffer | undefined };

function piecesBetween(
  { blobs, cuts, readRemainder }: SplitSource,
  { start, end }: ByteRange,
): SourcePiece[] | undefined {
  const remainder = readRemainder();
  if (!remainder) return undefined;
  const pieces: SourcePiece[] = [];
  /** The offsets after the last cut, in the message and in its stored rest. */
  let [behind, used] = [0, 0];
  const addRemainder = (until: number) => {
    const [from, to] = [Math.max(start, behind), Math.min(end, until)];
    if (from < to) pieces.push(remainder.subarray(used + from - behind, used + to - behind));
    used += until - behind;
  };
  for (const cut of cuts) {
    addRemainder(cut.start);
    behind = cut.start + unpackedLength(blobs, cut.hash);
    const [from, to] = [Math.max(start, cut.start), Math.min(end, behind)];
    if (from < to) pieces.push({ hash: cut.hash, start: from - cut.start, end: to - cut.start });
  }
  addRemainder(Math.max(end, behind));
  return pieces;
}

function remainderReader(db: ReadDb, message: number): () => Buffer | undefined {
  return () => {
    const row = db.get<{ data: Buffer }>(sql`SELECT data FROM sources WHERE message = ${message}`);
    return row && decompress(row.data);
  };
}

/** Yields the bytes in small chunks. Throws Failure `source_damaged` if a file has changed. */
export async function* readPieces(blobs: string, pieces: readonly SourcePiece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* sliceStream(readBlob(blobs, piece.hash), piece);
  }
}

/** The bytes from `start` to `end` of a stream. If `end` is its end, the stream is read completely. */
export async function* sliceStream(
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const piece of pieces) {
    const wanted = piece.subarray(Math.max(0, start - position), Math.max(0, end - position));
    if (wanted.length > 0) yield wanted;
    position += piece.length;
    if (position > end) return;
  }
}

async function* readBlob(blobs: string, hash: string): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  const unpacked = createZstdDecompress();
  // Errors are thrown to the reader of the stream.
  pipeline(createReadStream(blobPath(blobs, hash)), unpacked, () => undefined);
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      digest.update(piece);
      yield piece;
    }
  } catch (cause) {
    throw sourceDamaged(hash, cause);
  }
  if (digest.digest('hex') !== hash) throw sourceDamaged(hash);
}

/** The uncompressed size of a file in `blobs`, from its frame header (RFC 8878, section 3.1.1.1). */
function unpackedLength(blobs: string, hash: string): number {
  const head = Buffer.alloc(18);
  try {
    const file = openSync(blobPath(blobs, hash), 'r');
    readSync(file, head);
    closeSync(file);
  } catch (cause) {
    throw sourceDamaged(hash, cause);
  }
  const length = head.readUInt32LE(0) === zstdMagic ? frameLength(head) : undefined;
  if (length === undefined) throw sourceDamaged(hash);
  return length;
}

const zstdMagic = 0xfd2fb528;

function frameLength(head: Buffer): number | undefined {
  const descriptor = head[4] ?? 0;
  const isSingle = (descriptor & 32) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? head.readUInt8(at) : undefined;
    case 1:
      return head.readUInt16LE(at) + 256;
    case 2:
      return head.readUInt32LE(at);
    default:
      return Number(head.readBigUInt64LE(at));
  }
}
