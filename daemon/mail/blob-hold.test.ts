import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../store/db.ts';
import { openMail, storeFiles } from '../store/open.ts';
import { testFolder } from '../test-folder.ts';
import { blobRemover, holdBlobs, makeBlobHold, releaseBlobs } from './blob-hold.ts';
import { blobFile } from './source.ts';

test('while attachments are held none is removed; afterwards those go that no message names', async (t) => {
  const { mail, blobs } = storeFiles(join(testFolder(), 'data'));
  const db = await openMail(mail);
  t.after(() => db.close());
  const hold = makeBlobHold();
  const remove = blobRemover({ db, blobs, hold });
  const hashes = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
  const [named = '', unnamed = '', later = ''] = hashes;
  for (const hash of hashes) {
    mkdirSync(dirname(blobFile(blobs, hash)));
    writeFileSync(blobFile(blobs, hash), 'x');
  }
  const there = () => hashes.filter((hash) => existsSync(blobFile(blobs, hash)));
  holdBlobs(hold);
  remove([named, unnamed]);
  assert.deepEqual(there(), hashes);
  db.exec('PRAGMA foreign_keys = OFF');
  db.run(sql`INSERT INTO source_cuts (message, start, hash) VALUES (1, 0, ${named})`);
  releaseBlobs(hold);
  remove([]);
  assert.deepEqual(there(), [named, later]);
  remove([later]);
  assert.deepEqual(there(), [named]);
});
