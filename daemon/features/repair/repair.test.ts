import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import { damage, damageLeafOf } from '../../store/test-damage.ts';
import { applyStagedRestore } from '../../staged-restore.ts';
import { ada, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { until, waitLimitMs } from '../../test-until.ts';

const count = 300;
const accounts = [{ ...ada, count }];

/** The data folder of a daemon that has synced its mail and stopped, with one draft. */
async function storedMail(t: TestContext): Promise<{ dataDir: string; backup: string }> {
  const daemon = await testDaemon(t, { accounts });
  await daemon.synced();
  const { accounts: configured } = await daemon.ask('accounts.list');
  const account_id = configured[0]?.account_id ?? '';
  await daemon.ask('drafts.saveLocal', { id: timeId(), account_id, subject: 'Kept draft', body_markdown: 'Text' });
  const { job_id } = await daemon.ask('backup.create');
  await until('the state changes', async () => (await daemon.ask('jobs.get', { job_id })).job.status === 'succeeded');
  const { backups } = await daemon.ask('backup.list');
  await daemon.close();
  return { dataDir: daemon.dataDir, backup: backups[0]?.name ?? '' };
}

const reopen = (t: TestContext, dataDir: string, settings: TestSettings = {}) =>
  testDaemon(t, { accounts, dataDir, ...settings });

/** Waits for the repair, restarts as the daemon asks, and returns the new daemon. */
async function restarted(t: TestContext, daemon: TestDaemon): Promise<TestDaemon> {
  const hasEnded = async () => (await daemon.ask('repair.state')).task?.state !== 'running';
  await until('the repair has ended', hasEnded, { withinMs: 4 * waitLimitMs });
  const { task } = await daemon.ask('repair.state');
  assert.equal(task?.error, null);
  assert.equal(await daemon.stopRequested, 'restart');
  await daemon.close();
  applyStagedRestore({ instance: 'posthorn-test', dataDir: daemon.dataDir });
  return reopen(t, daemon.dataDir);
}

const messageCount = async (daemon: TestDaemon) => (await daemon.ask('admin.status')).total_messages;
const draftSubjects = async (daemon: TestDaemon) =>
  (await daemon.ask('drafts.list')).drafts.map(({ subject }) => subject);

test('a mail database that is no database leaves a daemon that answers and restores a backup', async (t) => {
  const { dataDir, backup } = await storedMail(t);
  damage(join(dataDir, 'mail.db'), 0, 4096);
  const daemon = await reopen(t, dataDir);

  const status = await daemon.ask('admin.status');
  assert.deepEqual([status.degraded, status.repair_required, status.total_messages], [true, true, 0]);
  assert.match(status.store_problem ?? '', /damaged/);
  assert.equal((await daemon.ask('client.health')).degraded, true);
  const { mode, problem, choices } = await daemon.ask('repair.state');
  assert.deepEqual([mode, problem?.code], ['closed', 'store_damaged']);
  // Nothing can be read from it, so a repair of the file is not offered.
  assert.deepEqual(
    choices.map(({ id }) => id),
    ['restore', 'start_over', 'retry'],
  );
  const refused = await daemon.ask('mailbox.list').catch((failed: unknown) => failed);
  assert.ok(refused instanceof Failure && refused.kind === 'unavailable' && refused.code === 'store_damaged');
  assert.deepEqual(
    (await daemon.ask('backup.list')).backups.map(({ name }) => name),
    [backup],
  );
  await assert.rejects(daemon.ask('repair.restore', { backup: 'posthorn-2020-01-01T00-00-00Z' }), {
    code: 'not_found',
  });

  await daemon.ask('repair.restore', { backup });
  const repaired = await restarted(t, daemon);
  assert.equal((await repaired.ask('repair.state')).mode, 'normal');
  assert.equal(await messageCount(repaired), count);
  assert.deepEqual(await draftSubjects(repaired), ['Kept draft']);
  // The damaged file is kept.
  assert.ok(
    readdirSync(dataDir).some(
      (name) => name.startsWith('before-restore-') && existsSync(join(dataDir, name, 'mail.db')),
    ),
  );
});

for (const [what, change] of Object.entries({
  missing: (file: string) => ['', '-wal', '-shm'].forEach((end) => rmSync(`${file}${end}`, { force: true })),
  empty: (file: string) => (truncateSync(file, 0), rmSync(`${file}-wal`, { force: true })),
}))
  test(`a mail database that is ${what} is not replaced silently; on request the daemon starts over`, async (t) => {
    const { dataDir } = await storedMail(t);
    change(join(dataDir, 'mail.db'));
    const daemon = await reopen(t, dataDir);
    const { mode, problem } = await daemon.ask('repair.state');
    assert.deepEqual([mode, problem?.code], ['closed', 'store_missing']);
    assert.ok((statSync(join(dataDir, 'mail.db'), { throwIfNoEntry: false })?.size ?? 0) === 0);
    await daemon.ask('repair.startOver');
    const repaired = await restarted(t, daemon);
    await repaired.synced();
    assert.equal(await messageCount(repaired), count);
  });

test('starting over keeps the drafts that can be read', async (t) => {
  const { dataDir } = await storedMail(t);
  damageLeafOf(join(dataDir, 'mail.db'), 'messages', 2);
  writeFileSync(
    join(dataDir, 'damaged.json'),
    JSON.stringify({ code: 'store_damaged', message: 'Damaged.', detail: null, found_at: '2026-03-10T08:00:00.000Z' }),
  );
  const daemon = await reopen(t, dataDir);
  await daemon.ask('repair.startOver');
  const repaired = await restarted(t, daemon);
  await repaired.synced();
  assert.equal(await messageCount(repaired), count);
  assert.deepEqual(await draftSubjects(repaired), ['Kept draft']);
});

for (const table of ['messages', 'sources', 'placements', 'label_messages', 'threads', 'accounts', 'messages_walk'])
  test(`damage of ${table} stops changes, and a repair plus a sync bring all mail back`, async (t) => {
    const { dataDir } = await storedMail(t);
    damageLeafOf(join(dataDir, 'mail.db'), table, 1);
    // The previous daemon was killed, so this one checks the database.
    writeFileSync(
      join(dataDir, 'identity.json'),
      JSON.stringify({ instance: 'posthorn-test', pid: 1, started_at: '', is_demo: false }),
    );
    const daemon = await reopen(t, dataDir);
    await until('the state changes', async () => (await daemon.ask('admin.status')).degraded);
    const { problem } = await daemon.ask('repair.state');
    assert.equal(problem?.code, 'store_damaged');
    await assert.rejects(daemon.ask('snippets.save', { name: 'x', body: 'y' }));
    await daemon.ask('repair.salvage');
    const repaired = await restarted(t, daemon);
    assert.equal((await repaired.ask('repair.state')).mode, 'normal');
    await repaired.synced();
    assert.equal(await messageCount(repaired), count);
    assert.deepEqual(await draftSubjects(repaired), ['Kept draft']);
    const { report } = await repaired.ask('diagnostics.report');
    assert.deepEqual(
      report.findings.filter(({ code }) => /index|lists|counts/.test(code)),
      [],
    );
  });

test('damage that a request meets stops writes and background work at once, and clients are notified', async (t) => {
  const { dataDir } = await storedMail(t);
  damageLeafOf(join(dataDir, 'mail.db'), 'messages', 20);
  const daemon = await reopen(t, dataDir);
  await until('a request meets the damage', async () => {
    await daemon.ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages', limit: count }).catch(() => undefined);
    return (await daemon.ask('admin.status')).degraded;
  });
  const { degraded } = await daemon.events.until('StoreStateChanged');
  assert.equal(degraded, true);
  await assert.rejects(daemon.ask('snippets.save', { name: 'x', body: 'y' }), { code: 'store_damaged' });
  await assert.rejects(daemon.ask('sync.start'), { code: 'store_damaged' });
  await until('the check has confirmed it', () => existsSync(join(dataDir, 'damaged.json')));
  await daemon.close();
  // The next start knows it before anything is written.
  const again = await reopen(t, dataDir);
  assert.equal((await again.ask('repair.state')).mode, 'read_only');
  assert.equal((await again.ask('drafts.list')).drafts.length, 1);
});

test('a check in an idle moment finds damage that no request has met', async (t) => {
  const { dataDir } = await storedMail(t);
  damageLeafOf(join(dataDir, 'mail.db'), 'message_texts', 0);
  const daemon = await reopen(t, dataDir);
  await daemon.synced();
  assert.equal((await daemon.ask('admin.status')).degraded, false);
  await until('the idle check has run', async () => {
    daemon.clock.advance(10 * 60_000);
    return (await daemon.ask('admin.status')).degraded;
  });
  assert.equal((await daemon.ask('repair.state')).problem?.code, 'store_damaged');
});

test('a damaged activity log is set aside and does not prevent the start', async (t) => {
  const { dataDir } = await storedMail(t);
  damage(join(dataDir, 'activity.db'), 0, 4096);
  const daemon = await reopen(t, dataDir);
  assert.equal((await daemon.ask('repair.state')).mode, 'normal');
  assert.equal(await messageCount(daemon), count);
  assert.ok(existsSync(join(dataDir, 'activity.db.damaged')));
});

test('repairs are refused while the mail database is in order', async (t) => {
  const daemon = await testDaemon(t, { dataDir: join(testFolder(), 'data') });
  for (const ask of [
    () => daemon.ask('repair.salvage'),
    () => daemon.ask('repair.startOver'),
    () => daemon.ask('repair.restore', { backup: 'x' }),
  ])
    await assert.rejects(ask(), { code: 'not_damaged' });
  assert.deepEqual((await daemon.ask('repair.state')).choices, []);
});
