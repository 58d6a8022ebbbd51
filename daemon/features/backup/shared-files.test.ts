import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Manifest } from '../../mail/backups/manifest.ts';
import { testFolder } from '../../test-folder.ts';
import { sharedFiles } from './shared-files.ts';

const hash = 'ab'.padEnd(64, '0');
const path = `blobs/ab/${hash}`;

/** A backup with one attachment. */
function backupIn(folder: string): string {
  const file = { size: 4, sha256: hash };
  const manifest: Manifest = {
    format: 1,
    kind: 'automatic',
    instance: 'posthorn-test',
    version: '0.0.0',
    made_at: '2026-03-10T08:00:00.000Z',
    schemas: { mail: 1, activity: 1 },
    counts: { accounts: 1, messages: 1, drafts: 0 },
    bytes: 12,
    lost: [],
    leaves_out: '',
    files: [
      { ...file, path: 'mail.db' },
      { ...file, path: 'activity.db' },
      { ...file, path },
    ],
  };
  mkdirSync(join(folder, 'blobs', 'ab'), { recursive: true });
  writeFileSync(join(folder, path), 'blob');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

test('an attachment of the earlier backup is linked if it has its size, and a database never is', () => {
  const [earlier, target] = [backupIn(join(testFolder(), 'earlier')), testFolder()];
  const shared = sharedFiles(earlier, target);
  assert.deepEqual([shared.has(path), shared.has('mail.db')], [true, false]);
  assert.equal(shared.link(path, join(target, 'linked'))?.sha256, hash);
  assert.equal(statSync(join(target, 'linked')).ino, statSync(join(earlier, path)).ino);
  assert.deepEqual(readdirSync(target), ['linked']);
  writeFileSync(join(earlier, path), 'truncated');
  assert.equal(sharedFiles(earlier, target).has(path), false);
});

const otherDisk = '/dev/shm';
const hasOtherDisk = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(testFolder()).dev;

test(
  'nothing is shared where the file system cannot link',
  { skip: !hasOtherDisk && 'needs a second file system' },
  (t) => {
    const folder = mkdtempSync(join(otherDisk, 'posthorn-test-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const target = testFolder();
    const shared = sharedFiles(backupIn(join(folder, 'earlier')), target);
    assert.deepEqual(
      [shared.has(path), shared.link(path, join(target, 'linked')), readdirSync(target)],
      [false, undefined, []],
    );
  },
);
