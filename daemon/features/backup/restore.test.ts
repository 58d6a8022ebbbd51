import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeId } from '../../base/ids.ts';
import { applyStagedRestore } from '../../staged-restore.ts';
import { sql } from '../../store/db.ts';
import { openMail } from '../../store/open.ts';
import { mail, testDaemon, testStart } from '../../test-daemon.ts';
import {
  account,
  createBackup,
  sourceHashes,
  totalMessages,
  openDaemonWithMail,
  configuredPaths,
  restore,
  rewriteManifest,
} from './test-backups.ts';

test('a restore brings back exactly what was backed up, keeps a copy of the replaced store, and search finds the mail again', async (t) => {
  const paths = configuredPaths('# as it was\n');
  const daemon = await openDaemonWithMail(t, { dataDir: paths.dataDir, options: { paths } });
  const { name, path } = await createBackup(daemon);
  writeFileSync(paths.configFile, '# changed since\n');
  const since = { from: 'ben@people.example', subject: 'Since then', text: 'A quokka came by.' };
  for (const id of ['one', 'two']) daemon.server('ada').control.deliver(mail({ ...since, id }));
  await daemon.resync();
  const { token } = await daemon.ask('tokens.create', { name: 'since', origin: 'script' });
  const lastSeq = daemon.events.recordedEvents.at(-1)?.seq ?? 0;

  const { restored: again, job_id } = await restore(t, daemon, name, { options: { paths } });
  await again.events.until('IndexBootstrapped');
  await again.whenIndexed();
  assert.equal((await again.ask('admin.status')).total_messages, totalMessages);
  assert.equal((await again.ask('search.count', { q: 'quokka' })).count, 0);
  assert.equal((await again.ask('search.count', { q: 'subject:attached' })).count, 2);
  assert.equal(again.callerForToken(token), undefined);
  // Event numbers never go back, so a client that asks for events after the last it saw is notified.
  const laterEvents = again.events.after(lastSeq);
  const message = `Restored ${name}. What was there before is kept in before-restore-2026-03-10T08-00-00.`;
  const end = laterEvents.find((event) => event.event === 'OperationCompleted' && event.operation_id === job_id);
  assert.ok(end?.event === 'OperationCompleted' && end.message === message);
  assert.equal(laterEvents.filter(({ event }) => event === 'EventsLagged').length, 1);
  const { job } = await again.ask('jobs.get', { job_id });
  assert.deepEqual([job.kind, job.status, job.progress.completed > 0], ['restore', 'succeeded', true]);
  await again.close();

  const before = join(paths.dataDir, 'before-restore-2026-03-10T08-00-00');
  assert.deepEqual(sourceHashes(paths.dataDir), sourceHashes(path));
  assert.equal(sourceHashes(before).size, totalMessages + 2);
  assert.ok(existsSync(join(before, 'restore.json')));
  assert.deepEqual(
    readdirSync(paths.dataDir).filter((entry) => entry.startsWith('restore')),
    [],
  );
  assert.equal(readFileSync(paths.configFile, 'utf8'), '# as it was\n');
  assert.equal(readFileSync(`${paths.configFile}.before-restore-2026-03-10T08-00-00`, 'utf8'), '# changed since\n');
});

test('a configuration that is not TOML is left out of a backup, which says so and can be restored', async (t) => {
  const paths = configuredPaths('[general\n');
  const daemon = await openDaemonWithMail(t, { dataDir: paths.dataDir, options: { paths } });
  const { name } = await createBackup(daemon);
  const [listed] = (await daemon.ask('backup.list')).backups;
  assert.deepEqual(
    [listed?.is_sound, listed?.note?.endsWith('config.toml couldn’t be read and isn’t part of it either.')],
    [true, true],
  );
  const { restored: again } = await restore(t, daemon, name, { options: { paths } });
  assert.equal((await again.ask('admin.status')).total_messages, totalMessages);
  assert.equal(readFileSync(paths.configFile, 'utf8'), '[general\n');
});

test('an operation that was not pushed when the backup was made is reverted, and is never pushed', async (t) => {
  const daemon = await openDaemonWithMail(t);
  daemon.server('ada').control.fault({ kind: 'offline' });
  await daemon.ask('mutations.trash', { query: 'in:inbox' });
  assert.equal((await daemon.ask('search.count', { q: 'in:inbox' })).count, 0);
  const { name } = await createBackup(daemon);

  const { restored: again } = await restore(t, daemon, name, { accounts: [account] });
  await again.synced();
  assert.equal((await again.ask('search.count', { q: 'in:trash' })).count, 0);
  assert.ok((await again.ask('search.count', { q: 'in:inbox' })).count > 0);
  assert.deepEqual(again.server('ada').control.messagesIn('Trash'), []);
  const [mutation] = (await again.ask('mutations.history')).mutations;
  assert.deepEqual([mutation?.waiting, mutation?.undoable], [0, false]);
});

test('work in progress at the time of the backup, and its tokens, do not come back', async (t) => {
  const daemon = await openDaemonWithMail(t);
  const { name, path } = await createBackup(daemon);
  const anImport = timeId();
  const copy = await openMail(join(path, 'mail.db'));
  copy.run(sql`INSERT INTO jobs (job_id, kind, status, started_at) VALUES (${anImport}, 'import', 'running', 1)`);
  copy.run(sql`INSERT INTO imports (job_id, path) VALUES (${anImport}, '/mail')`);
  copy.run(sql`
    INSERT INTO idempotency_keys (owner, key, request, input_hash, reply, created_at)
    VALUES ('owner', 'k', 'tokens.create', x'00', '{"token":"ph_told"}', ${testStart})`);
  copy.run(sql`
    INSERT INTO tokens (token_id, name, origin, is_limited, hash, created_at)
    VALUES ('revoked', 'revoked since', 'script', 0, x'01', ${testStart})`);
  for (const state of ['pending', 'approved', 'running', 'done'])
    copy.run(sql`
      INSERT INTO approvals (approval_id, origin, caller_name, request, effect, input, content, request_hash, payload_hash,
        state, requested_at, expires_at, ended_at)
      VALUES (${state}, 'agent', 'Agent', 'sync.start', '{"safety":"operate"}', '{}', '{}', '', '', ${state}, ${testStart},
        '2027-01-01T00:00:00.000Z', ${state === 'done' ? testStart : null})`);
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
  rewriteManifest(path);

  const { restored: again } = await restore(t, daemon, name);
  const { job } = await again.ask('jobs.get', { job_id: anImport });
  assert.equal(job.status, 'failed');
  assert.match(job.error ?? '', /in progress when the backup was made/);
  assert.deepEqual((await again.ask('tokens.list')).tokens, []);
  const approvals = await openMail(join(daemon.dataDir, 'mail.db'));
  assert.deepEqual(approvals.all(sql`SELECT state FROM approvals`), [{ state: 'done' }]);
  approvals.close();
  await again.close();
  const bytes = readFileSync(join(daemon.dataDir, 'mail.db'));
  assert.equal(bytes.includes('ph_told'), false, 'deleted data is not left in the file either');
});

for (const row of ['backup.create', 'backup.restore'] as const) {
  test(`a daemon that stops during ${row} ends its job at the next start and removes partial files`, async (t) => {
    const daemon = await openDaemonWithMail(t);
    const { name } = await createBackup(daemon);
    const { job_id } = await daemon.ask(row, { name });
    await daemon.events.until('OperationStarted', 2);
    await daemon.close();
    const half = join(daemon.dataDir, 'backups', '.making-posthorn-test-posthorn-2026-03-10T09-00-00Z');
    mkdirSync(half);
    mkdirSync(join(daemon.dataDir, 'restore.pending'), { recursive: true });
    applyStagedRestore({ instance: 'posthorn-test', dataDir: daemon.dataDir });
    const next = await testDaemon(t, { accounts: [], dataDir: daemon.dataDir });
    const { job } = await next.ask('jobs.get', { job_id });
    assert.equal(job.status, 'failed');
    assert.match(job.error ?? '', /^Posthorn stopped before the (backup|restore) was/);
    await createBackup(next);
    assert.deepEqual([existsSync(half), existsSync(join(daemon.dataDir, 'restore.pending'))], [false, false]);
    assert.equal(sourceHashes(daemon.dataDir).size, totalMessages);
  });
}
