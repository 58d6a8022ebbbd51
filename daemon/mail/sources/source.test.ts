import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { MissingRange } from '../../providers/provider.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import {
  blobsUsedOnlyBy,
  cutSource,
  readSource,
  readSourceRange,
  removeBlobs,
  removePartialBlobs,
  removeUnreferencedBlobs,
  saveSource,
  writeBlobs,
} from './source.ts';

function openTestSources(t: TestContext) {
  const { blobs, mail } = storeFiles(testFolder());
  const db = openWritable(mail, { durability: 'normal' });
  t.after(() => db.close());
  db.exec(`
    CREATE TABLE sources (message INTEGER PRIMARY KEY, data BLOB NOT NULL, kept INTEGER NOT NULL) STRICT;
    CREATE TABLE source_blobs (message INTEGER, start INTEGER, hash TEXT) STRICT;
    CREATE TABLE source_missing_ranges (message INTEGER, start INTEGER, length INTEGER, part TEXT) STRICT;`);
  const save = (message: number, bytes: Buffer, missingRanges: readonly MissingRange[] = []) => {
    const cut = cutSource(bytes, { missingRanges });
    writeBlobs(blobs, cut);
    saveSource(db, message, cut);
    return cut;
  };
  return { db, blobs, save };
}

const attachment = randomBytes(120_000)
  .toString('base64')
  .replace(/(.{76})/g, '$1\r\n');

function withAttachment(text: string): Buffer {
  return Buffer.from(
    [
      'From: a@example.test', 'Content-Type: multipart/mixed; boundary="=_x"', '', 'preamble',
      '--=_x', 'Content-Type: text/plain', '', text,
      '--=_x', 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', attachment,
      '--=_x--', 'epilogue', '',
    ].join('\r\n'),
  ); // prettier-ignore
}

test('a message is restored byte for byte, and its large attachment is stored once for two messages', (t) => {
  const { db, blobs, save } = openTestSources(t);
  const [one, two] = [withAttachment('first'), withAttachment('a second, longer text')];
  assert.equal(save(1, one).cuts.length, 1);
  save(2, two);
  assert.deepEqual(readSource(db, blobs, 1), one);
  assert.deepEqual(readSource(db, blobs, 2), two);
  assert.equal(
    readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
    1,
  );
});

test('messages of every odd structure are restored byte for byte', (t) => {
  const { db, blobs, save } = openTestSources(t);
  const big = 'x'.repeat(70_000);
  const shapes = [
    '',
    'no header at all',
    `Subject: bare newlines\n\n${big}`,
    `Content-Type: multipart/mixed\r\n\r\n${big}`,
    `Content-Type: multipart/mixed; boundary=never\r\n\r\n${big}`,
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${big}`,
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n--b\r\n\r\n${big}\r\n--b--${big}`,
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n${big}\r\n--c\r\n\r\n${big}\r\n--c--\r\n--b\r\n\r\n${big}\r\n--b--`,
  ];
  for (const [message, text] of shapes.entries()) {
    save(message, Buffer.from(text));
    assert.equal(readSource(db, blobs, message)?.toString(), text, `shape ${message}`);
  }
});

test('missing ranges are left out, and all other ranges keep their offsets in the whole message', (t) => {
  const { db, blobs, save } = openTestSources(t);
  const part = (name: string, body: string) =>
    `--=_x\r\nContent-Disposition: attachment; filename=${name}\r\n\r\n${body}\r\n`;
  const bodies = ['l'.repeat(300_000), 'c'.repeat(90_000), 'm'.repeat(400_000), 's'.repeat(1_000), 'e'.repeat(80_000)];
  const whole = Buffer.from(
    `Content-Type: multipart/mixed; boundary="=_x"\r\n\r\n${bodies.map((body, n) => part(`${n}`, body)).join('')}--=_x--\r\n`,
  );
  const stretches = bodies.map((body) => ({ start: whole.indexOf(body), end: whole.indexOf(body) + body.length }));
  const left = [0, 2].map((n) => stretches[n] ?? { start: 0, end: 0 });
  const gaps = left.map(({ start, end }, n) => ({ start, length: end - start, part: `${n * 2 + 1}` }));
  const here = Buffer.from(
    whole
      .toString()
      .replace(bodies[0] ?? '', '')
      .replace(bodies[2] ?? '', ''),
  );
  assert.equal(save(1, here, gaps).cuts.length, 2);
  assert.deepEqual(readSource(db, blobs, 1), here);
  assert.deepEqual(
    stretches.map((stretch) => readSourceRange(db, blobs, 1, stretch)?.toString()),
    [undefined, bodies[1], undefined, bodies[3], bodies[4]],
  );
});

test('a blob is deleted with the last message that references it', (t) => {
  const { db, blobs, save } = openTestSources(t);
  const hash = save(1, withAttachment('one')).cuts[0]?.hash ?? '';
  save(2, withAttachment('two'));
  assert.deepEqual(blobsUsedOnlyBy(db, 1), []);
  db.run(sql`DELETE FROM source_blobs WHERE message = 2`);
  assert.deepEqual(blobsUsedOnlyBy(db, 1), [hash]);
  removeBlobs(blobs, [hash]);
  assert.ok(!existsSync(join(blobs, hash.slice(0, 2), hash)));
});

test('a missing blob is reported', (t) => {
  const { db, blobs, save } = openTestSources(t);
  save(1, withAttachment('one'));
  rmSync(blobs, { recursive: true });
  assert.throws(() => readSource(db, blobs, 1), { code: 'source_damaged' });
});

test('an unreferenced blob is removed after a kill, the others stay', (t) => {
  const { db, blobs, save } = openTestSources(t);
  const bytes = withAttachment('one');
  save(1, bytes);
  const unnamed = 'ab'.padEnd(64, '0');
  mkdirSync(join(blobs, 'ab'), { recursive: true });
  writeFileSync(join(blobs, 'ab', unnamed), 'left behind');
  removeUnreferencedBlobs(db, blobs);
  assert.ok(!existsSync(join(blobs, 'ab', unnamed)));
  assert.deepEqual(readSource(db, blobs, 1), bytes);
});

test('a partial blob of a killed process is removed, complete ones stay', (t) => {
  const { db, blobs, save } = openTestSources(t);
  const bytes = withAttachment('one');
  const hash = save(1, bytes).cuts[0]?.hash ?? '';
  const partial = join(blobs, hash.slice(0, 2), `${hash}.0a1b2c3d`);
  writeFileSync(partial, 'half');
  removePartialBlobs(blobs);
  assert.ok(!existsSync(partial));
  assert.deepEqual(readSource(db, blobs, 1), bytes);
});
