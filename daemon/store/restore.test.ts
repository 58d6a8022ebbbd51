import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import {
  completeRestore,
  clearLastRestore,
  unusedBackupFolderName,
  markStaged,
  lastRestore,
  stagingFolder,
} from './restore.ts';

const old = {
  'mail.db': 'old mail',
  'mail.db-wal': 'old log',
  'activity.db': 'old events',
  'blobs/aa/aa1': 'old blob',
};
const restoredFiles = { 'mail.db': 'new mail', 'activity.db': 'new events', 'blobs/bb/bb1': 'new blob' };
const before = 'before-restore-2026-03-10T08-00-00';

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The contents of the files in a folder, by path. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    files.toSorted().map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );
}

/** A data folder with a staged restore, and the folder of its configuration. */
function staged() {
  const dataDir = join(testFolder(), 'data');
  const configDir = testFolder();
  const file = join(configDir, 'config.toml');
  write(configDir, { 'config.toml': 'old settings' });
  write(dataDir, { ...old, 'index.db': 'old index', 'index.db-wal': '', 'logs/daemon.log': 'a line' });
  write(stagingFolder(dataDir), { ...restoredFiles, 'config.toml': 'new settings' });
  const config = [{ name: 'config.toml', file }];
  markStaged(dataDir, { job_id: 'a-job', backup: 'posthorn-x', started_at: 1, bytes: 2, before, config });
  return { dataDir, configDir };
}

/** All files are those of the backup, and the earlier files are kept. */
function assertRestored({ dataDir, configDir }: ReturnType<typeof staged>, what: string): void {
  const { 'restored.json': outcome, ...files } = filesIn(dataDir);
  const kept = Object.fromEntries(Object.entries(old).map(([name, text]) => [join(before, name), text]));
  assert.deepEqual(files, { ...restoredFiles, ...kept, 'logs/daemon.log': 'a line' }, what);
  assert.match(outcome ?? '', /"job_id":"a-job"/, what);
  assert.deepEqual(
    filesIn(configDir),
    { 'config.toml': 'new settings', [`config.toml.${before}`]: 'old settings' },
    what,
  );
}

class Killed extends Error {}

/** Continues the restore and is killed before its nth change on the disk. Returns whether it was completed. */
function resumeRestore(dataDir: string, changes: number): boolean {
  let changesLeft = changes;
  try {
    completeRestore(dataDir, (what) => {
      if (changesLeft-- === 0) throw new Killed(what);
    });
    return true;
  } catch (failed) {
    if (failed instanceof Error && failed.cause instanceof Killed) return false;
    throw failed;
  }
}

test('a restore that is killed before any of its changes is complete after the next start', () => {
  for (let changes = 0; ; changes++) {
    const folders = staged();
    const isDone = resumeRestore(folders.dataDir, changes);
    if (!isDone) completeRestore(folders.dataDir);
    assertRestored(folders, `killed before change ${changes + 1}`);
    if (isDone) return assert.ok(changes > 10, 'every change was tried');
  }
});

test('a restore that is killed at every start makes progress and completes', () => {
  for (const each of [2, 3, 5]) {
    const folders = staged();
    let starts = 1;
    while (!resumeRestore(folders.dataDir, each)) starts++;
    assert.ok(starts > 2);
    assertRestored(folders, `killed after ${each} changes each time`);
  }
});

test('an incomplete staging folder is removed and the data is not changed', () => {
  const dataDir = join(testFolder(), 'data');
  write(dataDir, old);
  write(stagingFolder(dataDir), restoredFiles);
  completeRestore(dataDir);
  assert.deepEqual(filesIn(dataDir), { ...old });
  assert.equal(existsSync(stagingFolder(dataDir)), false);
});

test('a change that the disk refuses is reported, and made by a later start', () => {
  const folders = staged();
  const inTheWay = join(folders.dataDir, before);
  writeFileSync(inTheWay, 'a file in place of the folder');
  assert.throws(() => completeRestore(folders.dataDir), {
    code: 'restore_incomplete',
    message: /^The restore of posthorn-x couldn’t be put in place: .* start Posthorn again to continue\.$/,
  });
  rmSync(inTheWay);
  completeRestore(folders.dataDir);
  assertRestored(folders, 'after the cause was removed');
});

test('a settings file that is a symbolic link stays one, and its target is replaced', () => {
  const folders = staged();
  const elsewhere = join(testFolder(), 'dotfiles.toml');
  writeFileSync(elsewhere, 'old settings elsewhere', { mode: 0o644 });
  const link = join(folders.configDir, 'linked.toml');
  symlinkSync(elsewhere, link);
  write(stagingFolder(folders.dataDir), { 'linked.toml': 'new settings elsewhere' });
  const config = [{ name: 'linked.toml', file: link }];
  markStaged(folders.dataDir, { job_id: 'a-job', backup: 'posthorn-x', started_at: 1, bytes: 2, before, config });
  completeRestore(folders.dataDir);
  assert.deepEqual(
    [readFileSync(link, 'utf8'), readFileSync(elsewhere, 'utf8')],
    Array(2).fill('new settings elsewhere'),
  );
  assert.equal(readFileSync(`${elsewhere}.${before}`, 'utf8'), 'old settings elsewhere');
});

test('the record of a restore is kept until it is cleared, then beside the files it put aside', () => {
  const { dataDir } = staged();
  assert.equal(lastRestore(dataDir), undefined);
  completeRestore(dataDir);
  const restored = lastRestore(dataDir);
  assert.deepEqual([restored?.job_id, restored?.before], ['a-job', before]);
  clearLastRestore(dataDir, { before });
  assert.equal(lastRestore(dataDir), undefined);
  assert.equal(statSync(join(dataDir, before)).mode & 0o777, 0o700);
  assert.equal(unusedBackupFolderName(dataDir, '2026-03-10T08-00-00'), `${before}-2`);
});
