import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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
import { join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import { openReadOnly, sql } from '../../store/db.ts';
import { integrityProblems } from '../../store/integrity.ts';
import { storeFiles } from '../../store/open.ts';
import { testStart, type TestDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { requireSpace, spaceFailure } from '../../mail/backups/space.ts';
import {
  attachmentCount,
  createBackup,
  sourceHashes,
  waitForJobEnd,
  totalMessages,
  largeAttachmentMessage,
  openDaemonWithMail,
  configuredPaths,
  restore,
} from './test-backups.ts';

test('a backup contains the mail, its attachments and the settings, is readable by its owner only, and lists what it leaves out', async (t) => {
  const paths = configuredPaths('[general]\nsync_interval = 61\n');
  const config = '[backup]\nfolder = "~/kept/here"';
  const daemon = await openDaemonWithMail(t, { dataDir: paths.dataDir, config, options: { paths } });
  await daemon.ask('tokens.create', { name: 'a script', origin: 'script' });
  const { account_id } = (await daemon.ask('accounts.list')).accounts[0]!;
  await daemon.ask('drafts.saveLocal', { id: timeId(), account_id, subject: 'Not sent yet' });
  const { name, path: place } = await createBackup(daemon);

  const { folder, leaves_out, backups } = await daemon.ask('backup.list');
  assert.equal(folder, join(paths.home, 'kept', 'here'));
  assert.match(leaves_out, /Passwords and tokens aren’t part/);
  const manifest = JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'));
  const files = manifest.files as { path: string; size: number; sha256: string }[];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const counted = { bytes, messages: totalMessages, drafts: 1 };
  assert.deepEqual(backups, [
    { name, kind: 'manual', made_at: testStart, ...counted, is_sound: true, checked_at: null, note: null },
  ]);
  assert.deepEqual([manifest.format, manifest.instance, manifest.version], [1, 'posthorn-test', '0.0.0']);
  assert.deepEqual(
    [manifest.leaves_out, manifest.counts],
    [leaves_out, { accounts: 1, messages: totalMessages, drafts: 1 }],
  );

  for (const { path, size, sha256 } of files) {
    const content = readFileSync(join(place, path));
    assert.deepEqual([content.length, createHash('sha256').update(content).digest('hex')], [size, sha256], path);
    assert.equal(statSync(join(place, path)).mode & 0o777, 0o600, path);
  }
  assert.equal(statSync(place).mode & 0o777, 0o700);
  const db = openReadOnly(join(place, 'mail.db'));
  const named = db.all<{ hash: string }>(sql`SELECT DISTINCT hash FROM source_blobs`);
  assert.deepEqual([integrityProblems(db), db.all(sql`SELECT name FROM tokens`)], [[], []]);
  assert.ok(named.length >= attachmentCount);
  db.close();
  const blobs = named.map(({ hash }) => `blobs/${hash.slice(0, 2)}/${hash}`);
  const listed = files.map(({ path }) => path).toSorted();
  assert.deepEqual(listed, ['activity.db', 'config.toml', 'mail.db', ...blobs].toSorted());
  assert.deepEqual(readdirSync(place).toSorted(), ['activity.db', 'blobs', 'config.toml', 'mail.db', 'manifest.json']);
});

test('the list marks damaged backups, and a backup name is never used as a path', async (t) => {
  const daemon = await openDaemonWithMail(t);
  const { name, path } = await createBackup(daemon);
  const { name: other, path: otherPlace } = await createBackup(daemon);
  assert.notEqual(name, other);
  rmSync(join(otherPlace, 'activity.db'));
  const { folder } = await daemon.ask('backup.list');
  for (const entry of ['notes', '.making-posthorn-dev-posthorn-2026-03-10T08-00-00Z']) mkdirSync(join(folder, entry));
  mkdirSync(join(folder, 'posthorn-2025-01-01T00-00-00Z'));
  symlinkSync(path, join(folder, 'posthorn-2024-01-01T00-00-00Z'));
  const { backups } = await daemon.ask('backup.list');
  const why =
    'This backup is damaged and can’t be restored: its list of files is missing. Nothing was changed. Choose another backup.';
  assert.deepEqual(
    backups.map(({ name: each, is_sound, note }) => [each, is_sound, note]),
    [
      [
        other,
        false,
        'This backup is damaged and can’t be restored: its activity log is missing. Nothing was changed. Choose another backup.',
      ],
      [name, true, null],
      ['posthorn-2025-01-01T00-00-00Z', false, why],
    ],
  );
  const paths = ['..', '.', '../data', `../backups/${name}`, `${name}/`, `${name}\0`, '%2e%2e', name.toLowerCase()];
  for (const each of ['notes', 'posthorn-2024-01-01T00-00-00Z', ...paths]) {
    await assert.rejects(daemon.ask('backup.restore', { name: each }), { code: 'not_found', kind: 'missing' }, each);
    await assert.rejects(daemon.ask('backup.remove', { name: each }), { code: 'not_found' }, each);
  }
  assert.deepEqual(await daemon.ask('backup.remove', { name: other }), { ok: true });
  const left = (await daemon.ask('backup.list')).backups.map(({ name: each }) => each);
  assert.deepEqual(left, [name, 'posthorn-2025-01-01T00-00-00Z']);
  assert.equal(existsSync(otherPlace), false);
});

test('one backup or restore runs at a time: the same request joins it, another is refused, and a backup in use cannot be removed', async (t) => {
  const daemon = await openDaemonWithMail(t);
  const { name } = await createBackup(daemon);
  const { job_id } = await daemon.ask('backup.create');
  assert.equal((await daemon.ask('backup.create')).job_id, job_id);
  await assert.rejects(daemon.ask('backup.restore', { name }), { code: 'backup_busy', retryable: true });
  await waitForJobEnd(daemon, job_id);
  const restoring = await daemon.ask('backup.restore', { name });
  assert.equal((await daemon.ask('backup.restore', { name })).job_id, restoring.job_id);
  await assert.rejects(daemon.ask('backup.create'), { code: 'backup_busy' });
  await assert.rejects(daemon.ask('backup.remove', { name }), { code: 'backup_busy' });
  assert.equal(await daemon.stopRequested, 'restart');
  await assert.rejects(daemon.ask('backup.create'), { code: 'backup_busy' });
});

test('only the user can make backups, and nothing is restored into a demo', async (t) => {
  const profile = 'safety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["ada"]';
  const daemon = await openDaemonWithMail(t, {
    options: { isDemo: true },
    config: `[agents.profiles.agent]\n${profile}`,
  });
  const { name } = await createBackup(daemon);
  for (const caller of [{ origin: 'agent' }, { origin: 'script', token_id: 'limited', only: [] }] as const) {
    for (const row of ['list', 'create', 'restore', 'remove'] as const)
      await assert.rejects(daemon.ask(`backup.${row}`, { name }, caller), { code: 'people_only' });
  }
  await assert.rejects(daemon.ask('backup.restore', { name }), { code: 'demo_not_restored', kind: 'refused' });
});

test('a backup made while mail arrives is sound', async (t) => {
  const daemon = await openDaemonWithMail(t);
  for (let n = 10; n < 50; n++) daemon.server('ada').control.deliver(largeAttachmentMessage(n));
  const syncing = daemon.resync();
  const { job_id } = await daemon.ask('backup.create');
  await syncing;
  assert.equal((await waitForJobEnd(daemon, job_id)).event, 'OperationCompleted');
  const { folder, backups } = await daemon.ask('backup.list');
  assert.equal(backups[0]?.is_sound, true);
  assert.equal(sourceHashes(join(folder, backups[0]?.name ?? '')).size, backups[0]?.messages);
});

test('an attachment that was lost before does not prevent a backup and restore of the rest', async (t) => {
  const daemon = await openDaemonWithMail(t);
  const { blobs } = storeFiles(daemon.dataDir);
  const [file] = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  writeFileSync(join(file?.parentPath ?? '', file?.name ?? ''), 'damaged');
  const { name } = await createBackup(daemon);
  const [listed] = (await daemon.ask('backup.list')).backups;
  const note = 'One attachment was already missing or damaged, so it isn’t in the backup.';
  assert.deepEqual([listed?.is_sound, listed?.note], [true, note]);
  const { restored: again } = await restore(t, daemon, name);
  assert.equal((await again.ask('admin.status')).total_messages, totalMessages);
});

test('an unusable folder and a full disk are reported in a sentence', async (t) => {
  const file = join(testFolder(), 'a-file');
  writeFileSync(file, '');
  const daemon = await openDaemonWithMail(t, { config: `[backup]\nfolder = ${JSON.stringify(join(file, 'x'))}` });
  const { job_id } = await daemon.ask('backup.create');
  const end = await waitForJobEnd(daemon, job_id);
  const sentence = /^Backups can’t be kept in .* Name another one as \[backup\] folder in config\.toml\.$/;
  assert.match(end.event === 'OperationFailed' ? end.error : '', sentence);
  await assert.rejects(daemon.ask('backup.list'), { code: 'backup_folder_unusable' });

  assert.throws(() => requireSpace('/backups', 3_000_000_000, 1_000_000_000), {
    code: 'disk_full',
    message: '3,020 MB are needed in /backups, and 1,000 MB are free. Free up some space and try again.',
  });
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  assert.match(String(spaceFailure(full, '/backups')), /The disk of \/backups filled up meanwhile/);
});

test('a cancelled backup leaves nothing, and another can be made', async (t) => {
  const paths = configuredPaths('');
  const daemon = await openDaemonWithMail(t, { dataDir: paths.dataDir, options: { paths } });
  let made = 0;
  let job_id = await startAndCancel(daemon);
  for (; job_id === undefined; made++) job_id = await startAndCancel(daemon);
  assert.equal((await daemon.events.until('OperationCancelled')).operation_id, job_id);
  const { job } = await daemon.ask('jobs.get', { job_id });
  assert.deepEqual([job.cancelled, job.error], [true, 'Cancelled. The partial backup was deleted.']);
  const { folder, backups } = await daemon.ask('backup.list');
  assert.deepEqual([backups.length, readdirSync(folder).length], [made, made]);
  await assert.rejects(daemon.ask('jobs.cancel', { job_id }), { code: 'not_cancellable' });
  await createBackup(daemon);
});

/** Returns the job; undefined if the backup finished before it could be cancelled. */
async function startAndCancel(daemon: TestDaemon): Promise<string | undefined> {
  const { job_id } = await daemon.ask('backup.create');
  const { job } = await daemon.ask('jobs.get', { job_id });
  assert.equal(job.can_cancel, job.status === 'running');
  try {
    await daemon.ask('jobs.cancel', { job_id });
    return job_id;
  } catch (refused) {
    assert.equal(refused instanceof Failure && refused.code, 'not_cancellable');
    assert.equal((await waitForJobEnd(daemon, job_id)).event, 'OperationCompleted');
    return undefined;
  }
}
