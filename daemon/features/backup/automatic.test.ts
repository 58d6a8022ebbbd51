import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReadOnly, sql } from '../../store/db.ts';
import { openMail, storeFiles } from '../../store/open.ts';
import { testDaemon, testStart, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { until } from '../../test-until.ts';
import { account, createBackup, openDaemonWithMail, restore, totalMessages, waitForJobEnd } from './test-backups.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** With a sync each minute, a clock that is moved quickly would hardly have an idle moment. */
const seldom = '[general]\nsync_interval = 3600';
const asked: TestSettings = { options: { automaticBackups: true }, config: seldom };

const listOf = async (daemon: TestDaemon) => (await daemon.ask('backup.list')).backups;
const automaticOf = async (daemon: TestDaemon) =>
  (await listOf(daemon)).filter(({ kind }) => kind === 'automatic').map(({ name }) => name);

/** Lets minutes pass until there are this many automatic backups. */
async function untilBackups(daemon: TestDaemon, count: number): Promise<string[]> {
  await until(`there are ${count} automatic backups`, async () => {
    if ((await automaticOf(daemon)).length === count && !(await isBusy(daemon))) return true;
    daemon.clock.advance(minuteMs);
    return false;
  });
  return automaticOf(daemon);
}

async function isBusy(daemon: TestDaemon): Promise<boolean> {
  const { jobs } = await daemon.ask('jobs.list');
  return jobs.some(({ status }) => status === 'running');
}

/** Lets `minutes` pass, and each time waits until what began has ended. */
async function pass(daemon: TestDaemon, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    daemon.clock.advance(minuteMs);
    await until('nothing is under way', async () => {
      const reply = await daemon.ask('sync.status');
      const isSyncing = 'sync_statuses' in reply && reply.sync_statuses.some((each) => each.sync_in_progress);
      return !isSyncing && !(await isBusy(daemon));
    });
  }
}

const blobOf = (path: string) => {
  const [file] = readdirSync(join(path, 'blobs'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  return join(file?.parentPath ?? '', file?.name ?? '');
};

test('an idle daemon makes one backup a day, checks it, and lets it share attachments with the one before', async (t) => {
  const daemon = await openDaemonWithMail(t, asked);
  const [first = ''] = await untilBackups(daemon, 1);
  const [listed] = await listOf(daemon);
  const { made_at, checked_at, messages, is_sound, note } = listed!;
  assert.deepEqual([messages, is_sound, note, checked_at], [totalMessages, true, null, made_at]);
  await pass(daemon, 5);
  assert.deepEqual(await automaticOf(daemon), [first]);

  daemon.clock.advance(dayMs);
  const [second = ''] = await untilBackups(daemon, 2);
  const { folder } = await daemon.ask('backup.list');
  const [one, other] = [first, second].map((name) => statSync(blobOf(join(folder, name))));
  assert.deepEqual([one?.ino, one?.nlink], [other?.ino, 2]);
  // It stands on its own.
  await daemon.ask('backup.remove', { name: first });
  const { restored } = await restore(t, daemon, second);
  assert.equal((await restored.ask('admin.status')).total_messages, totalMessages);
});

test('who asks for a backup while the automatic one is being made gets its job', async (t) => {
  const daemon = await openDaemonWithMail(t, asked);
  // The first request loads the handlers, which takes longer than a small backup.
  assert.deepEqual(await listOf(daemon), []);
  const asking = Promise.withResolvers<{ operation_id: string; reply: ReturnType<typeof create> }>();
  const create = () => daemon.ask('backup.create');
  let isMaking = false;
  const store = openReadOnly(storeFiles(daemon.dataDir).mail);
  t.after(() => store.close());
  // A small backup is made within milliseconds, and its event comes later, so its row is looked for in every turn of the event loop.
  const watch = () => {
    const row = store.get<{ job_id: string }>(
      sql`SELECT job_id FROM jobs WHERE kind = 'backup.automatic' AND status = 'running'`,
    );
    if (!row) return void setImmediate(watch);
    isMaking = true;
    asking.resolve({ operation_id: row.job_id, reply: create() });
  };
  watch();
  await until('the automatic backup is being made', async () => {
    if (!isMaking) daemon.clock.advance(minuteMs);
    return isMaking;
  });
  const { operation_id, reply } = await asking.promise;
  const { job_id, note } = await reply;
  assert.deepEqual([job_id, note.slice(0, 30)], [operation_id, 'This is today’s automatic back']);
  assert.equal((await waitForJobEnd(daemon, job_id)).event, 'OperationCompleted');
  assert.equal((await automaticOf(daemon)).length, 1);
});

test('no backup is made while a job runs, of an empty store, or when they are turned off', async (t) => {
  const empty = await testDaemon(t, { accounts: [{ ...account, count: 0 }], ...asked });
  await empty.synced();
  await pass(empty, 5);
  assert.deepEqual(await listOf(empty), []);

  const daemon = await openDaemonWithMail(t, asked);
  const other = await openMail(storeFiles(daemon.dataDir).mail);
  other.run(sql`INSERT INTO jobs (job_id, kind, status, started_at) VALUES ('j', 'import', 'running', 1)`);
  for (let minute = 0; minute < 5; minute++) daemon.clock.advance(minuteMs);
  await daemon.resync();
  assert.deepEqual(await listOf(daemon), []);
  // A job that waits for a server may wait for days.
  other.run(sql`UPDATE jobs SET error = 'The server cannot be reached.' WHERE job_id = 'j'`);
  await until('the backup is made', async () => {
    daemon.clock.advance(minuteMs);
    return (await automaticOf(daemon)).length === 1;
  });
  other.close();

  const off = await openDaemonWithMail(t, { ...asked, config: `${seldom}\n[backup]\nautomatic = false` });
  await pass(off, 5);
  const { automatic, backups } = await off.ask('backup.list');
  assert.deepEqual([automatic, backups], [{ is_on: false, problem: null }, []]);
});

test('old automatic backups are removed, and those that the user or another instance made are kept', async (t) => {
  const config = `${seldom}\n[backup]\nkeep_daily = 2\nkeep_weekly = 0`;
  const daemon = await openDaemonWithMail(t, { ...asked, config });
  const { name: own } = await createBackup(daemon);
  const [first = ''] = await untilBackups(daemon, 1);
  const { folder } = await daemon.ask('backup.list');
  const manifestFile = join(folder, first, 'manifest.json');
  const foreign = 'posthorn-2026-01-01T00-00-00Z';
  mkdirSync(join(folder, foreign));
  for (const name of ['mail.db', 'activity.db'])
    writeFileSync(join(folder, foreign, name), readFileSync(join(folder, first, name)));
  const manifest = { ...JSON.parse(readFileSync(manifestFile, 'utf8')), instance: 'posthorn-dev' };
  const files = manifest.files.filter(({ path }: { path: string }) => !path.startsWith('blobs/'));
  const made_at = '2026-01-01T00:00:00.000Z';
  writeFileSync(join(folder, foreign, 'manifest.json'), JSON.stringify({ ...manifest, made_at, files }));

  const made = [first];
  for (let day = 0; day < 2; day++) {
    daemon.clock.advance(dayMs);
    await until('the day has its backup', async () => {
      daemon.clock.advance(minuteMs);
      const [newest = ''] = await automaticOf(daemon);
      if (made.includes(newest) || (await isBusy(daemon))) return false;
      made.push(newest);
      return true;
    });
  }
  await pass(daemon, 1);
  const left = (await listOf(daemon)).map(({ name }) => name);
  assert.deepEqual(left.toSorted(), [foreign, own, ...made.slice(1)].toSorted());
});

test(
  'why no automatic backup could be made is listed and reported, and announced once',
  { skip: process.platform !== 'linux' && 'needs a folder in which nothing can be made' },
  async (t) => {
    const daemon = await openDaemonWithMail(t, { ...asked, config: `${seldom}\n[backup]\nfolder = "/proc"` });
    const problem = async () => (await daemon.ask('backup.list')).automatic.problem ?? '';
    await until('the problem is listed', async () => {
      daemon.clock.advance(minuteMs);
      return (await problem()) !== '';
    });
    assert.match(await problem(), /^Backups can’t be kept in \/proc: .* Name another one as \[backup\] folder/);
    await daemon.events.until('OperationFailed');
    await pass(daemon, 20);
    assert.equal(daemon.events.all('OperationFailed').length, 1);
    const { report } = await daemon.ask('diagnostics.report', {}, { origin: 'web' });
    const found = report.findings.find(({ code }) => code === 'backup_skipped');
    assert.deepEqual([found?.severity, found?.message], ['warning', `No backup was made today. ${await problem()}`]);

    await daemon.ask('settings.change', { key: 'backup.folder', value: join(testFolder(), 'elsewhere') });
    await untilBackups(daemon, 1);
    assert.equal(await problem(), '');
  },
);

test('the newest backup is reported as old after three days if one should be made each day, else after a month', async (t) => {
  const oldBackup = async (daemon: TestDaemon) => {
    const { report } = await daemon.ask('diagnostics.report', {}, { origin: 'web' });
    const found = report.findings.find(({ code }) => code === 'backup_old');
    return found && [found.severity, found.message, found.action?.id];
  };
  for (const [settings, days] of [
    [asked, 3],
    [{}, 30],
  ] as const) {
    const daemon = await openDaemonWithMail(t, settings);
    await createBackup(daemon);
    // A daemon that is never idle.
    const other = await openMail(storeFiles(daemon.dataDir).mail);
    other.run(sql`INSERT INTO jobs (job_id, kind, status, started_at) VALUES ('j', 'import', 'running', 1)`);
    other.close();
    daemon.clock.advance(days * dayMs);
    assert.equal(await oldBackup(daemon), undefined);
    daemon.clock.advance(minuteMs);
    const [severity, message, action] = (await oldBackup(daemon)) ?? [];
    assert.deepEqual([severity, action], [days === 3 ? 'warning' : 'info', 'make_backup']);
    assert.match(message ?? '', /^The last complete backup is from 2026-03-10/);
  }
});

test('what a killed daemon left of a backup is removed, and the day gets its backup after all', async (t) => {
  const daemon = await openDaemonWithMail(t, asked);
  await daemon.close();
  const folder = join(daemon.dataDir, 'backups');
  const half = join(folder, '.making-posthorn-test-posthorn-2026-03-10T08-02-00Z');
  mkdirSync(join(half, 'blobs'), { recursive: true });
  writeFileSync(join(half, 'mail.db'), 'half of it');
  const again = await testDaemon(t, { accounts: [account], dataDir: daemon.dataDir, ...asked });
  const [name = ''] = await untilBackups(again, 1);
  assert.deepEqual(readdirSync(folder), [name]);
});

test('a shared attachment that is damaged is copied anew, and a check finds damage of any byte', async (t) => {
  const daemon = await openDaemonWithMail(t, asked);
  const [first = ''] = await untilBackups(daemon, 1);
  const { folder } = await daemon.ask('backup.list');
  const blob = blobOf(join(folder, first));
  const bytes = readFileSync(blob);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(blob, bytes);
  // Each shared attachment is read on one day of seven.
  for (let day = 0; day < 7; day++) {
    daemon.clock.advance(dayMs);
    await untilBackups(daemon, day + 2);
  }
  const check = async (name: string) => waitForJobEnd(daemon, (await daemon.ask('backup.check', { name })).job_id);
  const [newest = ''] = await automaticOf(daemon);
  assert.equal((await check(newest)).event, 'OperationCompleted');
  const failed = await check(first);
  assert.match(failed.event === 'OperationFailed' ? failed.error : '', /^This backup is damaged .* blobs\/.* isn’t as/);
  const damaged = (await listOf(daemon)).find(({ name }) => name === first);
  assert.deepEqual(
    [damaged?.is_sound, damaged?.note, damaged?.checked_at !== null],
    [false, failed.event === 'OperationFailed' ? failed.error : '', true],
  );
});

test('a backup that the user made is checked on request, and by the user only', async (t) => {
  const daemon = await openDaemonWithMail(t);
  const { name, path } = await createBackup(daemon);
  assert.equal((await listOf(daemon))[0]?.checked_at, null);
  await assert.rejects(daemon.ask('backup.check', { name }, { origin: 'script', token_id: 'limited', only: [] }), {
    code: 'people_only',
  });
  await assert.rejects(daemon.ask('backup.check', { name: '../data' }), { code: 'not_found' });
  const { job_id } = await daemon.ask('backup.check', { name });
  assert.equal((await daemon.ask('backup.check', { name })).job_id, job_id);
  await assert.rejects(daemon.ask('backup.create'), { code: 'backup_busy' });
  await assert.rejects(daemon.ask('backup.remove', { name }), { code: 'backup_busy' });
  const end = await waitForJobEnd(daemon, job_id);
  assert.match(end.event === 'OperationCompleted' ? end.message : '', /^The backup is complete: 20 messages/);
  const [checked] = await listOf(daemon);
  assert.deepEqual([checked?.checked_at, checked?.is_sound], [testStart, true]);
  rmSync(join(path, 'mail.db'));
  await waitForJobEnd(daemon, (await daemon.ask('backup.check', { name })).job_id);
  assert.deepEqual(
    (await listOf(daemon)).map(({ is_sound }) => is_sound),
    [false],
  );
});
