import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { openActivity, openMail, storeFiles, type StoreFiles } from '../../store/open.ts';
import { isStaged, stagingFolder } from '../../store/restore.ts';
import { sql } from '../../store/db.ts';
import { writeBlobs, cutSource, saveSource } from '../../mail/sources/source.ts';
import { testFolder } from '../../test-folder.ts';
import { createCancelOrCommitFlag } from '../../mail/backups/cancel-or-commit-flag.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from '../../mail/backups/manifest.ts';
import { stageRestore } from './stage.ts';
import { largeAttachmentMessage, rewriteManifest } from './test-backups.ts';

const dataDir = join(testFolder(), 'data');
const folder = join(testFolder(), 'backups');
const config = join(testFolder(), 'config.toml');
const progress = { setTotal: () => undefined, advance: () => undefined, commit: () => undefined };
let files: StoreFiles;
let name = '';
let place = '';
let manifest: Manifest;
let blob = '';

before(async () => {
  files = storeFiles(dataDir);
  writeFileSync(config, '[general]\nsync_interval = 61\n');
  const mail = await openMail(files.mail);
  (await openActivity(files.activity)).close();
  const cut = cutSource(largeAttachmentMessage(1));
  writeBlobs(files.blobs, cut);
  mail.exec('PRAGMA foreign_keys = OFF');
  saveSource(mail, 1, cut);
  for (let n = 0; n < 400; n++)
    mail.run(sql`INSERT INTO jobs (job_id, kind, status, started_at) VALUES (${n}, 'k', 'failed', 1)`);
  const made_at = '2026-03-10T08:00:00.000Z';
  const plan = {
    kind: 'manual' as const,
    files,
    config: [config],
    folder,
    instance: 'posthorn-test',
    version: '0.0.0',
    made_at,
  };
  ({ name } = await makeBackup(plan, progress));
  mail.close();
  place = join(folder, name);
  manifest = JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8')) as Manifest;
  blob = manifest.files.find(({ path }) => path.startsWith('blobs/'))?.path ?? '';
});

function stage(from: string) {
  const now = '2026-03-11T08:00:00.000Z';
  const plan = {
    job_id: 'a-job',
    backup: name,
    backupPath: from,
    dataDir,
    activity: files.activity,
    started_at: 1,
    now,
  };
  return stageRestore({ ...plan, config: [{ name: 'config.toml', file: config }] }, progress);
}

test('a sound backup is staged', async () => {
  assert.deepEqual(await stage(place), { bytes: manifest.bytes, before: 'before-restore-2026-03-11T08-00-00' });
  assert.equal(isStaged(dataDir), true);
  rmSync(stagingFolder(dataDir), { recursive: true });
});

test('a cancelled stage leaves nothing, up to its last moment', async () => {
  const brokenOff = () => {
    throw new Error('broken off');
  };
  const restore = {
    job_id: 'a-job',
    backup: name,
    backupPath: place,
    dataDir,
    activity: files.activity,
    started_at: 1,
    config: [],
  };
  const backup = {
    kind: 'manual' as const,
    files,
    config: [],
    folder,
    instance: 'posthorn-test',
    version: '0.0.0',
    made_at: '2026-03-12T08:00:00.000Z',
  };
  const before = readdirSync(folder);
  for (const moment of ['advance', 'commit']) {
    const until = { ...progress, [moment]: brokenOff };
    await assert.rejects(stageRestore({ ...restore, now: '2026' }, until), /broken off/);
    assert.equal(existsSync(stagingFolder(dataDir)), false, moment);
    await assert.rejects(makeBackup(backup, until), /broken off/);
    assert.deepEqual(readdirSync(folder), before, moment);
  }
});

test('committed work can no longer be cancelled, and cancelled work cannot be committed', () => {
  const [early, late] = [createCancelOrCommitFlag(), createCancelOrCommitFlag()];
  assert.deepEqual(
    [early.cancel(), createCancelOrCommitFlag(early.shared).commit(), early.isCancelled()],
    [true, false, true],
  );
  assert.deepEqual(
    [createCancelOrCommitFlag(late.shared).commit(), late.cancel(), late.isCancelled()],
    [true, false, false],
  );
  assert.deepEqual([early.cancel(), late.commit()], [true, true]);
});

const isDamaged = { code: 'backup_damaged', kind: 'conflict' };
const isNewer = { code: 'backup_newer', kind: 'conflict' };

/** Each damage is applied to a copy of the backup. */
const damages: Record<string, [damage: (place: string) => void, failure: object]> = {
  'a backup without a manifest': [(at) => rmSync(join(at, 'manifest.json')), isDamaged],
  'a truncated manifest': [(at) => writeFileSync(join(at, 'manifest.json'), '{"format":1,'), isDamaged],
  'a newer format': [(at) => rewrite(at, { format: 2, files: {} }), isNewer],
  'a newer schema in the manifest': [(at) => rewrite(at, { schemas: { mail: 9999, activity: 1 } }), isNewer],
  'a newer schema in mail.db': [
    (at) => {
      const bytes = readFileSync(join(at, 'mail.db'));
      // The file format has user_version at this offset (sqlite.org/fileformat2.html, section 1.3).
      bytes.writeUInt32BE(9999, 60);
      writeFileSync(join(at, 'mail.db'), bytes);
      rewriteManifest(at);
    },
    isNewer,
  ],
  'a path outside the backup': [
    (at) => rewrite(at, { files: [...manifest.files, { path: '../../x', size: 1, sha256: '0'.repeat(64) }] }),
    isDamaged,
  ],
  'a backup without activity.db': [
    (at) => rewrite(at, { files: manifest.files.filter(({ path }) => path !== 'activity.db') }),
    isDamaged,
  ],
  'a missing attachment': [(at) => rmSync(join(at, blob)), isDamaged],
  'an attachment missing from the manifest': [
    (at) => rewrite(at, { files: manifest.files.filter(({ path }) => path !== blob) }),
    isDamaged,
  ],
  'an attachment that is a link': [
    (at) => {
      rmSync(join(at, blob));
      symlinkSync(join(place, blob), join(at, blob));
    },
    isDamaged,
  ],
  'a changed byte in mail.db': [
    (at) => {
      const bytes = readFileSync(join(at, 'mail.db'));
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(join(at, 'mail.db'), bytes);
    },
    isDamaged,
  ],
  'a mail.db with zeroed pages and a matching manifest': [
    (at) => {
      const bytes = readFileSync(join(at, 'mail.db'));
      writeFileSync(join(at, 'mail.db'), bytes.fill(0, bytes.length - 8 * 4096));
      rewriteManifest(at);
    },
    isDamaged,
  ],
  'a mail.db that is not a database': [
    (at) => {
      writeFileSync(join(at, 'mail.db'), 'not a database');
      rewriteManifest(at);
    },
    isDamaged,
  ],
  'unreadable settings': [
    (at) => {
      writeFileSync(join(at, 'config.toml'), '[general\n');
      rewriteManifest(at);
    },
    isDamaged,
  ],
};

for (const [what, [damage, failure]] of Object.entries(damages)) {
  test(`${what} is not restored and leaves nothing`, async () => {
    const copy = join(testFolder(), name);
    cpSync(place, copy, { recursive: true });
    damage(copy);
    await assert.rejects(stage(copy), failure);
    assert.equal(existsSync(stagingFolder(dataDir)), false);
    assert.equal(existsSync(dirname(copy)), true);
  });
}

function rewrite(at: string, change: object): void {
  writeFileSync(join(at, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
}
