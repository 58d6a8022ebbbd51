import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Failure } from '../../base/failure.ts';
import type { MissingRange } from '../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { positionInStoredBytes, positionInMessage } from './missing-ranges.ts';
import { largeLeafParts, parseMimeStructure, type ByteRange, type Structure } from '../mime/structure/structure.ts';

/** Bodies of at least this many bytes become blobs, so that equal attachments are stored once. */
const minBlobBytes = 64 * 1024;

/**
 * A message prepared for storage: the compressed rest, the parts that become blobs, and the ranges that are left on the
 * server. `start` is an offset in the whole message.
 */
export type CutSource = {
  data: Buffer;
  cuts: { start: number; hash: string; content: Buffer }[];
  missingRanges: readonly MissingRange[];
};

/**
 * Cuts the large leaf parts out of a message and compresses the rest. Its structure may be parsed already;
 * `missingRanges` are absent from `bytes`.
 */
export function cutSource(
  bytes: Uint8Array,
  {
    structure = parseMimeStructure(bytes),
    missingRanges = [],
  }: { structure?: Structure; missingRanges?: readonly MissingRange[] } = {},
): CutSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cuts = largeLeafParts(structure, minBlobBytes).map(({ start, end }) => {
    const content = buffer.subarray(start, end);
    return { start, hash: createHash('sha256').update(content).digest('hex'), content };
  });
  const remainder: Buffer[] = [];
  let from = 0;
  for (const { start, content } of cuts) {
    remainder.push(buffer.subarray(from, start));
    from = start + content.length;
  }
  remainder.push(buffer.subarray(from));
  const whole = cuts.map(({ start, ...cut }) => ({ ...cut, start: positionInMessage(missingRanges, start) }));
  return { data: compress(remainder.length === 1 ? buffer : Buffer.concat(remainder)), cuts: whole, missingRanges };
}

/** With a known size, zstd allocates no more memory than needed, on compression and on decompression. */
export function compress(content: Uint8Array): Buffer {
  return zstdCompressSync(content, { pledgedSrcSize: content.length });
}

export function decompress(data: Uint8Array): Buffer {
  return zstdDecompressSync(data, { chunkSize: 64 * 1024 });
}

/**
 * Writes the parts that were cut out to `blobs`. Call it before the transaction that references them: a surplus file is
 * harmless.
 */
export function writeBlobs(blobs: string, { cuts }: CutSource): void {
  for (const { hash, content } of cuts) {
    const file = blobPath(blobs, hash);
    if (existsSync(file)) continue;
    mkdirSync(join(blobs, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
    const partial = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(partial, compress(content), { mode: 0o600 });
    renameSync(partial, file);
  }
}

/** Deletes partial blobs of a process that was killed while writing. Call it before anything is written. */
export function removePartialBlobs(blobs: string): void {
  for (const name of readdirSync(blobs, { recursive: true, encoding: 'utf8' })) {
    if (name.includes('.')) rmSync(join(blobs, name), { force: true });
  }
}

/**
 * Deletes unreferenced blobs: a process that was killed between writing a blob and referencing it, or between deleting
 * a message and its blobs, leaves some behind. Call it before anything is written.
 */
export function removeUnreferencedBlobs(db: ReadDb, blobs: string): void {
  const files = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const unreferenced = files.filter(({ name }) => !db.get(sql`SELECT 1 FROM source_blobs WHERE hash = ${name}`));
  removeBlobs(
    blobs,
    unreferenced.map(({ name }) => name),
  );
}

/** `kept` for messages that no server has: they are never evicted to save space. */
export function saveSource(
  db: WriteDb,
  message: number,
  { data, cuts, missingRanges }: CutSource,
  isOnlyCopy = false,
): void {
  db.run(sql`INSERT INTO sources (message, data, kept) VALUES (${message}, ${data}, ${isOnlyCopy})`);
  for (const { start, hash } of cuts) {
    db.run(sql`INSERT INTO source_blobs (message, start, hash) VALUES (${message}, ${start}, ${hash})`);
  }
  for (const { start, length, part } of missingRanges)
    db.run(
      sql`INSERT INTO source_missing_ranges (message, start, length, part) VALUES (${message}, ${start}, ${length}, ${part})`,
    );
}

/** The ranges of a message that are left on the server, ascending. */
export function missingRangesOf(db: ReadDb, message: number): MissingRange[] {
  return db.all<MissingRange>(
    sql`SELECT start, length, part FROM source_missing_ranges WHERE message = ${message} ORDER BY start`,
  );
}

/**
 * The bytes of a message exactly as received, without the ranges left on the server (`missingRangesOf`); undefined if
 * only its headers are stored. Throws Failure `source_damaged` if a blob is missing or damaged.
 */
export function readSource(db: ReadDb, blobs: string, message: number): Buffer | undefined {
  const row = db.get<{ data: Buffer }>(sql`SELECT data FROM sources WHERE message = ${message}`);
  if (!row) return undefined;
  const remainder = decompress(row.data);
  const cuts = db.all<{ start: number; hash: string }>(
    sql`SELECT start, hash FROM source_blobs WHERE message = ${message} ORDER BY start`,
  );
  if (cuts.length === 0) return remainder;
  const missingRanges = missingRangesOf(db, message);
  const pieces: Buffer[] = [];
  let written = 0;
  let used = 0;
  for (const { start, hash } of cuts) {
    const content = readBlob(blobs, hash);
    const position = positionInStoredBytes(missingRanges, start);
    pieces.push(remainder.subarray(used, used + position - written), content);
    used += position - written;
    written = position + content.length;
  }
  pieces.push(remainder.subarray(used));
  return Buffer.concat(pieces);
}

/**
 * A range of a message's bytes, such as an encoded attachment. A large one is read without the rest of its message;
 * undefined if it is left on the server. Throws the failures of `readSource`.
 */
export function readSourceRange(
  db: ReadDb,
  blobs: string,
  message: number,
  { start, end }: ByteRange,
): Buffer | undefined {
  const cut = db.get<{ hash: string }>(
    sql`SELECT hash FROM source_blobs WHERE message = ${message} AND start = ${start}`,
  );
  const blob = cut && readBlob(blobs, cut.hash);
  if (blob?.length === end - start) return blob;
  const missingRanges = missingRangesOf(db, message);
  if (missingRanges.some((range) => range.start < end && range.start + range.length > start)) return undefined;
  return readSource(db, blobs, message)?.subarray(
    positionInStoredBytes(missingRanges, start),
    positionInStoredBytes(missingRanges, end),
  );
}

function readBlob(blobs: string, hash: string): Buffer {
  try {
    const content = decompress(readFileSync(blobPath(blobs, hash)));
    if (createHash('sha256').update(content).digest('hex') === hash) return content;
  } catch (cause) {
    throw sourceDamaged(hash, cause);
  }
  throw sourceDamaged(hash);
}

/** A compressed blob as stored on the disk; undefined if it is missing or damaged. */
export function compressedBlob(blobs: string, hash: string): Buffer | undefined {
  try {
    const compressed = readFileSync(blobPath(blobs, hash));
    return createHash('sha256').update(decompress(compressed)).digest('hex') === hash ? compressed : undefined;
  } catch {
    // Any read error counts as missing.
    return undefined;
  }
}

/** All blobs that messages reference. */
export function referencedBlobs(db: ReadDb): string[] {
  return db.all<{ hash: string }>(sql`SELECT DISTINCT hash FROM source_blobs ORDER BY hash`).map(({ hash }) => hash);
}

/** The failure for a blob that is unreadable or damaged. */
export function sourceDamaged(hash: string, cause?: unknown): Failure {
  return new Failure(
    'internal',
    'source_damaged',
    `Part of this message (${hash.slice(0, 12)}) is missing or damaged on this disk. The server may still have all of it.`,
    { cause },
  );
}

/** The blobs of `message` that no other message references: to be deleted from disk once its row is deleted. */
export function blobsUsedOnlyBy(db: ReadDb, message: number): string[] {
  return db
    .all<{ hash: string }>(
      sql`
      SELECT DISTINCT hash FROM source_blobs c WHERE message = ${message}
        AND NOT EXISTS (SELECT 1 FROM source_blobs o WHERE o.hash = c.hash AND o.message <> ${message})`,
    )
    .map(({ hash }) => hash);
}

export function removeBlobs(blobs: string, hashes: readonly string[]): void {
  for (const hash of hashes) rmSync(blobPath(blobs, hash), { force: true });
}

/** The path of a blob. */
export function blobPath(blobs: string, hash: string): string {
  return join(blobs, hash.slice(0, 2), hash);
}
