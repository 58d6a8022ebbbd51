import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../store/db.ts';
import { openMail, storeFiles } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import {
  createBlobRemover,
  lockBlobDeletion,
  createBlobDeletionLock,
  unlockBlobDeletion,
} from './blob-deletion-lock.ts';
import { blobPath } from './source.ts';

test('no blob is removed during the lock; afterwards unreferenced blobs are removed', async (t) => {
  const { mail, blobs } = storeFiles(join(testFolder(), 'data'));
  const db = await openMail(mail);
  t.after(() => db.close());
  const deletionLock = createBlobDeletionLock();
  const remove = createBlobRemover({ db, blobs, deletionLock });
  const hashes = ['a', 'b', 'c'].map((character) => character.repeat(64));
  const [named = '', unnamed = '', later = ''] = hashes;
  for (const hash of hashes) {
    mkdirSync(dirname(blobPath(blobs, hash)));
    writeFileSync(blobPath(blobs, hash), 'x');
  }
  const existing = () => hashes.filter((hash) => existsSync(blobPath(blobs, hash)));
  lockBlobDeletion(deletionLock);
  remove([named, unnamed]);
  assert.deepEqual(existing(), hashes);
  db.exec('PRAGMA foreign_keys = OFF');
  db.run(sql`INSERT INTO source_blobs (message, start, hash) VALUES (1, 0, ${named})`);
  unlockBlobDeletion(deletionLock);
  remove([]);
  assert.deepEqual(existing(), [named, later]);
  remove([later]);
  assert.deepEqual(existing(), [named]);
});
