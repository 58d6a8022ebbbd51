import assert from 'node:assert/strict';
import { createWriteStream, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { test, type TestContext } from 'node:test';
import { constants, createZstdCompress } from 'node:zlib';
import { Failure } from '../../base/failure.ts';
import type { MissingRange } from '../../providers/provider.ts';
import { openWritable, sql, type WriteDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import { bytesInUse } from '../../test-memory.ts';
import { decodeTransferStream } from '../mime/transfer/decode-stream.ts';
import { blobPath, compress, cutSource, saveSource, writeBlobs, type CutSource } from './source.ts';
import { readPieces, sourcePieces } from './source-pieces.ts';

const sizes = [70_000, 70_300, 300_000];
const largePart = (size: number) => 'one line of a large part, of which there are many\n'.repeat(Math.ceil(size / 50));
const whole = Buffer.from(
  `Content-Type: multipart/mixed; boundary=x\n\n${sizes.map((size) => `--x\n\nsmall\n--x\n\n${largePart(size)}\n`).join('')}--x--\nend\n`,
);

function openStore(t: TestContext, file: string): WriteDb {
  const db = openWritable(file, { durability: 'normal' });
  t.after(() => db.close());
  db.exec(`
    CREATE TABLE sources (message INTEGER PRIMARY KEY, data BLOB NOT NULL, kept INTEGER NOT NULL) STRICT;
    CREATE TABLE source_blobs (message INTEGER, start INTEGER, hash TEXT) STRICT;
    CREATE TABLE source_missing_ranges (message INTEGER, start INTEGER, length INTEGER, part TEXT) STRICT;`);
  return db;
}

function stored(t: TestContext, { missingRanges = [], bytes }: { bytes: Buffer; missingRanges?: MissingRange[] }) {
  const { blobs, mail } = storeFiles(testFolder());
  const db = openStore(t, mail);
  const cut = cutSource(bytes, { missingRanges });
  writeBlobs(blobs, cut);
  saveSource(db, 1, cut);
  const read = async (start: number, end: number) => {
    const pieces = sourcePieces(db, blobs, 1, { start, end });
    return pieces && buffer(readPieces(blobs, pieces));
  };
  return { cut, blobs, read };
}

/** The start and end offsets of cuts, and their neighbours. */
function boundaryOffsets({ cuts }: CutSource): number[] {
  const edges = cuts.flatMap(({ start, content }) => [start, start + content.length]);
  return [0, ...edges.flatMap((edge) => [edge - 1, edge, edge + 2]), whole.length];
}

test('any range of a message is read without the rest of it, across blobs', async (t) => {
  const { cut, read } = stored(t, { bytes: whole });
  assert.equal(cut.cuts.length, 3);
  for (const start of boundaryOffsets(cut))
    for (const end of boundaryOffsets(cut).filter((each) => each >= start))
      assert.ok(whole.subarray(start, end).equals((await read(start, end)) ?? Buffer.of(0)), `${start} to ${end}`);
});

test('a range that is left on the server is unavailable, and data after it is available', async (t) => {
  const start = whole.lastIndexOf('one line', whole.lastIndexOf('small')) - 49;
  const gap = { start, length: 100, part: '4' };
  const bytes = Buffer.concat([whole.subarray(0, start), whole.subarray(start + 100)]);
  const { cut, read } = stored(t, { bytes, missingRanges: [gap] });
  for (const at of boundaryOffsets(cut)) {
    assert.equal((await read(at, whole.length)) === undefined, at < start + 100, `from ${at}`);
    assert.equal((await read(0, at)) === undefined, at > start, `to ${at}`);
  }
  assert.deepEqual(await read(start + 100, whole.length), whole.subarray(start + 100));
});

test('a file that is missing, damaged or replaced is reported', async (t) => {
  const { cut, blobs, read } = stored(t, { bytes: whole });
  const isDamaged = (error: unknown) => error instanceof Failure && error.code === 'source_damaged';
  const [one, two, three] = cut.cuts.map(({ hash, start, content }) => ({
    file: blobPath(blobs, hash),
    end: start + content.length,
    start,
  }));
  assert.ok(one && two && three);
  writeFileSync(one.file, compress(Buffer.alloc(one.end - one.start)));
  truncateSync(two.file, 30);
  truncateSync(three.file, 0);
  for (const { start, end } of [one, two, three]) await assert.rejects(async () => read(start, end), isDamaged);
});

test('an attachment of 1 GB is streamed with bounded memory (checklist 144)', async (t) => {
  const { blobs, mail } = storeFiles(testFolder());
  const db = openStore(t, mail);
  const size = 1_000_000_000;
  const hash = 'ab'.repeat(32);
  mkdirSync(join(blobs, 'ab'), { recursive: true });
  const content = Readable.from(Array<Buffer>(1000).fill(Buffer.alloc(size / 1000, 'QUJD')));
  const packed = createZstdCompress({ pledgedSrcSize: size, params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  await pipeline(content, packed, createWriteStream(blobPath(blobs, hash)));
  db.run(sql`INSERT INTO sources (message, data, kept) VALUES (1, ${compress(Buffer.from('Subject: long'))}, 0)`);
  db.run(sql`INSERT INTO source_blobs (message, start, hash) VALUES (1, 13, ${hash})`);
  const pieces = sourcePieces(db, blobs, 1, { start: 13, end: 13 + size });
  assert.ok(pieces);
  const before = bytesInUse();
  const read = Readable.from(decodeTransferStream(readPieces(blobs, pieces), 'base64'), { objectMode: false });
  let [sent, most, measured] = [0, 0, 0];
  // Each measurement collects all garbage of the process.
  const stepBytes = 10_000_000;
  for await (const piece of read as AsyncIterable<Buffer>) {
    sent += piece.length;
    if (sent > 5 * stepBytes) break;
    if (sent < measured + stepBytes) continue;
    measured = sent;
    most = Math.max(most, bytesInUse() - before);
  }
  assert.ok(most < 30_000_000, `${most} bytes were held at a time`);
});
