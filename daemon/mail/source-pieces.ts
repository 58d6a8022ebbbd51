import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { sql, type ReadDb } from '../store/db.ts';
import { herePosition } from './gaps.ts';
import type { Stretch } from './mime/structure.ts';
import { blobFile, damaged, decompress, gapsOf } from './source.ts';

/** Bytes that are here in memory, or a stretch of a file in `blobs`, counted in what that holds unpacked. */
export type SourcePiece = Uint8Array | (Stretch & { hash: string });

/**
 * Where the bytes of a stretch of a message lie, in order; undefined where some of it is left on the server, or only the
 * headers of the message are here. Nothing large is read yet. Throws Failure `source_damaged`.
 */
export function sourcePieces(db: ReadDb, blobs: string, message: number, stretch: Stretch): SourcePiece[] | undefined {
  const gaps = gapsOf(db, message);
  if (gaps.some(({ start, length }) => start < stretch.end && start + length > stretch.start)) return undefined;
  const start = herePosition(gaps, stretch.start);
  const end = herePosition(gaps, stretch.end);
  const cuts = db
    .all<{ start: number; hash: string }>(
      sql`SELECT start, hash FROM source_cuts WHERE message = ${message} AND start < ${stretch.end} ORDER BY start`,
    )
    .map((cut) => ({ ...cut, start: herePosition(gaps, cut.start) }));
  const last = cuts.at(-1);
  // Nearly every large attachment is a cut of its own, and what lies before it need not be looked at.
  if (last?.start === start && lengthOf(blobs, last.hash) === end - start)
    return [{ hash: last.hash, start: 0, end: end - start }];
  return piecesBetween({ blobs, cuts, kept: keptReader(db, message) }, { start, end });
}

type Cuts = { blobs: string; cuts: { start: number; hash: string }[]; kept: () => Buffer | undefined };

function piecesBetween({ blobs, cuts, kept }: Cuts, { start, end }: Stretch): SourcePiece[] | undefined {
  const rest = kept();
  if (!rest) return undefined;
  const pieces: SourcePiece[] = [];
  /** Behind the last cut, in the message and in what was kept of it. */
  let [behind, used] = [0, 0];
  const takeRest = (until: number) => {
    const [from, to] = [Math.max(start, behind), Math.min(end, until)];
    if (from < to) pieces.push(rest.subarray(used + from - behind, used + to - behind));
    used += until - behind;
  };
  for (const cut of cuts) {
    takeRest(cut.start);
    behind = cut.start + lengthOf(blobs, cut.hash);
    const [from, to] = [Math.max(start, cut.start), Math.min(end, behind)];
    if (from < to) pieces.push({ hash: cut.hash, start: from - cut.start, end: to - cut.start });
  }
  takeRest(Math.max(end, behind));
  return pieces;
}

function keptReader(db: ReadDb, message: number): () => Buffer | undefined {
  return () => {
    const row = db.get<{ data: Buffer }>(sql`SELECT data FROM sources WHERE message = ${message}`);
    return row && decompress(row.data);
  };
}

/** The bytes themselves, a little at a time. Throws Failure `source_damaged` where a file is not what it was. */
export async function* readPieces(blobs: string, pieces: readonly SourcePiece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* sliced(readBlob(blobs, piece.hash), piece);
  }
}

/** The bytes from `start` to `end` of what comes in pieces. All of it is read where `end` is its end. */
export async function* sliced(pieces: AsyncIterable<Uint8Array>, { start, end }: Stretch): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of pieces) {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (wanted.length > 0) yield wanted;
    at += piece.length;
    if (at > end) return;
  }
}

async function* readBlob(blobs: string, hash: string): AsyncGenerator<Uint8Array> {
  const hashed = createHash('sha256');
  const unpacked = createZstdDecompress();
  // What fails is thrown to who reads.
  pipeline(createReadStream(blobFile(blobs, hash)), unpacked, () => undefined);
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      hashed.update(piece);
      yield piece;
    }
  } catch (cause) {
    throw damaged(hash, cause);
  }
  if (hashed.digest('hex') !== hash) throw damaged(hash);
}

/** How many bytes a file of `blobs` holds unpacked, as its first bytes say (RFC 8878, section 3.1.1.1). */
function lengthOf(blobs: string, hash: string): number {
  const head = Buffer.alloc(18);
  try {
    const file = openSync(blobFile(blobs, hash), 'r');
    readSync(file, head);
    closeSync(file);
  } catch (cause) {
    throw damaged(hash, cause);
  }
  const length = head.readUInt32LE(0) === zstdMagic ? frameLength(head) : undefined;
  if (length === undefined) throw damaged(hash);
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
