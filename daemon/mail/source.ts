import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Failure } from '../base/failure.ts';
import type { Gap } from '../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../store/db.ts';
import { herePosition, wholePosition } from './gaps.ts';
import { largeLeavesOf, readStructure, type Stretch, type Structure } from './mime/structure.ts';

/** Bodies of at least this many bytes are cut out, so that equal attachments are kept once. */
const cutFrom = 64 * 1024;

/**
 * A message's bytes made ready to be stored: the compressed rest, what was cut out of it, and what was left on the server.
 * `start` counts in the whole message.
 */
export type CutSource = {
  data: Buffer;
  cuts: { start: number; hash: string; content: Buffer }[];
  gaps: readonly Gap[];
};

/**
 * Takes the large leaves out of a message and compresses the rest. Its structure may have been read already; `gaps` is
 * what `bytes` lacks of the whole.
 */
export function cutSource(
  bytes: Uint8Array,
  { structure = readStructure(bytes), gaps = [] }: { structure?: Structure; gaps?: readonly Gap[] } = {},
): CutSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cuts = largeLeavesOf(structure, cutFrom).map(({ start, end }) => {
    const content = buffer.subarray(start, end);
    return { start, hash: createHash('sha256').update(content).digest('hex'), content };
  });
  const kept: Buffer[] = [];
  let from = 0;
  for (const { start, content } of cuts) {
    kept.push(buffer.subarray(from, start));
    from = start + content.length;
  }
  kept.push(buffer.subarray(from));
  const whole = cuts.map(({ start, ...cut }) => ({ ...cut, start: wholePosition(gaps, start) }));
  return { data: compress(kept.length === 1 ? buffer : Buffer.concat(kept)), cuts: whole, gaps };
}

/** Told the size beforehand, zstd makes ready for no more than that, and so does what reads it. */
export function compress(content: Uint8Array): Buffer {
  return zstdCompressSync(content, { pledgedSrcSize: content.length });
}

export function decompress(data: Uint8Array): Buffer {
  return zstdDecompressSync(data, { chunkSize: 64 * 1024 });
}

/** Puts the cut-out stretches into `blobs`. Done before the transaction that names them: a file too many is harmless. */
export function writeBlobs(blobs: string, { cuts }: CutSource): void {
  for (const { hash, content } of cuts) {
    const file = blobFile(blobs, hash);
    if (existsSync(file)) continue;
    mkdirSync(join(blobs, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
    const partial = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(partial, compress(content), { mode: 0o600 });
    renameSync(partial, file);
  }
}

/** Removes what a process that was killed while it wrote a blob left half done. Call it before anything is written. */
export function removePartialBlobs(blobs: string): void {
  for (const name of readdirSync(blobs, { recursive: true, encoding: 'utf8' })) {
    if (name.includes('.')) rmSync(join(blobs, name), { force: true });
  }
}

/**
 * Removes what no stored message names: a process that was killed between writing a stretch and naming it, or between
 * removing a message and its stretches, leaves some behind. Call it before anything is written.
 */
export function removeUnnamedBlobs(db: ReadDb, blobs: string): void {
  const files = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const unnamed = files.filter(({ name }) => !db.get(sql`SELECT 1 FROM source_cuts WHERE hash = ${name}`));
  removeBlobs(
    blobs,
    unnamed.map(({ name }) => name),
  );
}

/** `kept` for what no server has: it is never given up for space. */
export function saveSource(db: WriteDb, message: number, { data, cuts, gaps }: CutSource, kept = false): void {
  db.run(sql`INSERT INTO sources (message, data, kept) VALUES (${message}, ${data}, ${kept})`);
  for (const { start, hash } of cuts) {
    db.run(sql`INSERT INTO source_cuts (message, start, hash) VALUES (${message}, ${start}, ${hash})`);
  }
  for (const { start, length, part } of gaps)
    db.run(
      sql`INSERT INTO source_gaps (message, start, length, part) VALUES (${message}, ${start}, ${length}, ${part})`,
    );
}

/** What of a message is left on the server, ascending. */
export function gapsOf(db: ReadDb, message: number): Gap[] {
  return db.all<Gap>(sql`SELECT start, length, part FROM source_gaps WHERE message = ${message} ORDER BY start`);
}

/**
 * The bytes of a message exactly as they were received, without what is left on the server (`gapsOf`); undefined where
 * only its headers are here. Throws Failure `source_damaged` when a cut-out stretch is missing or is not what it was.
 */
export function readSource(db: ReadDb, blobs: string, message: number): Buffer | undefined {
  const row = db.get<{ data: Buffer }>(sql`SELECT data FROM sources WHERE message = ${message}`);
  if (!row) return undefined;
  const kept = decompress(row.data);
  const cuts = db.all<{ start: number; hash: string }>(
    sql`SELECT start, hash FROM source_cuts WHERE message = ${message} ORDER BY start`,
  );
  if (cuts.length === 0) return kept;
  const gaps = gapsOf(db, message);
  const pieces: Buffer[] = [];
  let written = 0;
  let used = 0;
  for (const { start, hash } of cuts) {
    const content = readBlob(blobs, hash);
    const here = herePosition(gaps, start);
    pieces.push(kept.subarray(used, used + here - written), content);
    used += here - written;
    written = here + content.length;
  }
  pieces.push(kept.subarray(used));
  return Buffer.concat(pieces);
}

/**
 * One stretch of a message's bytes, such as an attachment as it travelled. A large one is read by itself, without the
 * rest of its message; undefined where it is left on the server. Throws what `readSource` throws.
 */
export function readStretch(db: ReadDb, blobs: string, message: number, { start, end }: Stretch): Buffer | undefined {
  const cut = db.get<{ hash: string }>(
    sql`SELECT hash FROM source_cuts WHERE message = ${message} AND start = ${start}`,
  );
  const alone = cut && readBlob(blobs, cut.hash);
  if (alone?.length === end - start) return alone;
  const gaps = gapsOf(db, message);
  if (gaps.some((gap) => gap.start < end && gap.start + gap.length > start)) return undefined;
  return readSource(db, blobs, message)?.subarray(herePosition(gaps, start), herePosition(gaps, end));
}

function readBlob(blobs: string, hash: string): Buffer {
  try {
    const content = decompress(readFileSync(blobFile(blobs, hash)));
    if (createHash('sha256').update(content).digest('hex') === hash) return content;
  } catch (cause) {
    throw damaged(hash, cause);
  }
  throw damaged(hash);
}

/** A cut-out stretch as it lies on the disk, compressed; undefined where it is missing or not what it was. */
export function packedBlob(blobs: string, hash: string): Buffer | undefined {
  try {
    const packed = readFileSync(blobFile(blobs, hash));
    return createHash('sha256').update(decompress(packed)).digest('hex') === hash ? packed : undefined;
  } catch {
    // However it cannot be read, it is not here.
    return undefined;
  }
}

/** Every cut-out stretch that a message names. */
export function namedBlobs(db: ReadDb): string[] {
  return db.all<{ hash: string }>(sql`SELECT DISTINCT hash FROM source_cuts ORDER BY hash`).map(({ hash }) => hash);
}

/** What a cut-out stretch is that cannot be read or is not what it was. */
export function damaged(hash: string, cause?: unknown): Failure {
  return new Failure(
    'internal',
    'source_damaged',
    `A part of this message (${hash.slice(0, 12)}) is missing or damaged on this disk. The server may still have the message whole.`,
    { cause },
  );
}

/** The stretches of `message` that no other message has: to be removed from disk once its row is gone. */
export function blobsOnlyIn(db: ReadDb, message: number): string[] {
  return db
    .all<{ hash: string }>(
      sql`
      SELECT DISTINCT hash FROM source_cuts c WHERE message = ${message}
        AND NOT EXISTS (SELECT 1 FROM source_cuts o WHERE o.hash = c.hash AND o.message <> ${message})`,
    )
    .map(({ hash }) => hash);
}

export function removeBlobs(blobs: string, hashes: readonly string[]): void {
  for (const hash of hashes) rmSync(blobFile(blobs, hash), { force: true });
}

/** Where a cut-out stretch lies in `blobs`. */
export function blobFile(blobs: string, hash: string): string {
  return join(blobs, hash.slice(0, 2), hash);
}
