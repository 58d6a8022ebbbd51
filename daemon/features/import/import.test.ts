import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Origin } from '../../handler-types.ts';
import { readSource } from '../../mail/sources/source.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { openReader, storeFiles } from '../../store/open.ts';
import { ada, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { commandLine, waitForImport, importAndWait, testMessage, mboxFile, writeMailFiles } from './test-mail-files.ts';

function openMailStore(t: TestContext, daemon: TestDaemon) {
  const files = storeFiles(daemon.dataDir);
  const db: ReadDb = openReader(files);
  t.after(() => db.close());
  return { db, blobs: files.blobs };
}

const offline: TestSettings = { accounts: [] };

test('a Maildir is imported completely: folders, flags, bytes, direction, and an account that is never synced', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 0 }] });
  await daemon.synced();
  const files = {
    'cur/1:2,FS': testMessage(1),
    'new/2': testMessage(2, { minutesAgo: 50 }),
    '.Sent/cur/3:2,S': testMessage(3, { from: 'Ada <ada@example.test>', minutesAgo: 40 }),
    '.Trips.2025/cur/4:2,S': testMessage(4, { minutesAgo: 30 }),
  };
  const state = await importAndWait(daemon, writeMailFiles(files));
  assert.deepEqual(
    [state.status, state.added, state.known, state.failed, state.passed_over, state.total, state.problems, state.error],
    ['succeeded', 4, 0, 0, 0, 4, [], null],
  );
  const { accounts } = await daemon.ask('accounts.list', {});
  const account = accounts.find(({ provider_kind }) => provider_kind === 'local');
  assert.deepEqual([account?.name, account?.enabled, account?.sync_kind], ['Imported mail', true, null]);
  const { groups } = (await daemon.ask('mailbox.list', { lens_kind: 'inbox' })).mailbox;
  assert.deepEqual(
    groups.flatMap(({ rows }) => rows.map(({ subject, unread, starred }) => [subject, unread, starred])),
    [
      ['Letter 2', true, false],
      ['Letter 1', false, true],
    ],
  );
  const { db, blobs } = openMailStore(t, daemon);
  const rows = db.all<{ id: number; subject: string; direction: string; label: string }>(sql`
    SELECT m.id, m.subject, m.direction, l.provider_id AS label FROM messages m JOIN placements p ON p.message = m.id
    JOIN labels l ON l.id = p.label ORDER BY m.subject`);
  assert.deepEqual(
    rows.map(({ subject, direction, label }) => [subject, direction, label]),
    [
      ['Letter 1', 'inbound', 'Inbox'],
      ['Letter 2', 'inbound', 'Inbox'],
      ['Letter 3', 'outbound', 'Sent'],
      ['Letter 4', 'inbound', 'Trips/2025'],
    ],
  );
  const sources = rows.map(({ id }) => readSource(db, blobs, id)?.toString());
  assert.deepEqual(sources, Object.values(files).map(String));
  assert.deepEqual(db.all(sql`SELECT DISTINCT kept FROM sources`), [{ kept: 1 }]);
  await daemon.whenIndexed();
  const hits = await daemon.ask('search.find', { q: 'subject:letter in:sent' });
  assert.deepEqual(
    hits.groups.flatMap(({ rows: found }) => found.map(({ subject }) => subject)),
    ['Letter 3'],
  );
});

test('importing the same again adds nothing; new messages are added', async (t) => {
  const daemon = await testDaemon(t, offline);
  const root = writeMailFiles({
    'cur/1:2,S': testMessage(1),
    'cur/2:2,S': testMessage(2),
    'a.eml': testMessage(3),
    'b.eml.gz': gzipSync(testMessage(4)),
  });
  assert.equal((await importAndWait(daemon, root)).added, 4);
  const again = await importAndWait(daemon, root);
  assert.deepEqual([again.added, again.known, again.failed], [0, 4, 0]);
  writeFileSync(join(root, 'cur', '5:2,'), testMessage(5));
  const more = await importAndWait(daemon, root);
  assert.deepEqual([more.added, more.known], [1, 4]);
});

test('an mbox, compressed or not, is imported under its own name or the requested name', async (t) => {
  const daemon = await testDaemon(t, offline);
  const messages = Array.from({ length: 450 }, (_, n) => testMessage(n, { minutesAgo: n + 10 }));
  const root = writeMailFiles({ 'Family.mbox': mboxFile(messages), 'x.gz': gzipSync(mboxFile(messages)) });
  assert.equal((await importAndWait(daemon, join(root, 'Family.mbox'))).added, 450);
  const packed = await importAndWait(daemon, join(root, 'x.gz'), 'Old mail');
  assert.deepEqual([packed.added, packed.known, packed.failed], [0, 450, 0]);
  const { sidebar } = await daemon.ask('mailbox.list', { lens_kind: 'all_mail' });
  const labels = sidebar?.sections.find(({ id }) => id === 'labels')?.items;
  assert.deepEqual(
    labels?.map(({ label, total }) => [label, total]),
    [
      ['Family', 450],
      ['Old mail', 450],
    ],
  );
});

test('unreadable files are named, and the rest is imported', async (t) => {
  const daemon = await testDaemon(t, offline);
  const root = writeMailFiles({
    'cur/1:2,S': testMessage(1),
    'cur/2:2,S': '',
    'broken.eml.gz': gzipSync(testMessage(3)).subarray(0, 120),
    'notes.txt': 'no mail',
    'empty.eml': '',
  });
  const state = await importAndWait(daemon, root);
  assert.deepEqual([state.added, state.failed, state.passed_over], [1, 3, 1]);
  assert.deepEqual(state.problems.map(({ file }) => file.slice(root.length + 1)).toSorted(), [
    'broken.eml.gz',
    'cur/2:2,S',
    'empty.eml',
  ]);
  assert.ok(state.problems.every(({ reason }) => /^It .*\.$/.test(reason)));
});

test('a message that a mail program renames during the import is not lost', async (t) => {
  const daemon = await testDaemon(t, offline);
  const root = writeMailFiles(
    Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`new/${1000 + n}`, testMessage(n)])),
  );
  mkdirSync(join(root, 'cur'));
  const ending = importAndWait(daemon, root);
  await daemon.events.until('OperationStarted');
  for (let n = 690; n < 700; n++) renameSync(join(root, 'new', `${1000 + n}`), join(root, 'cur', `${1000 + n}:2,S`));
  const state = await ending;
  assert.deepEqual([state.added, state.failed, state.problems], [700, 0, []]);
});

test('an interrupted import continues at the next start, under the same job', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, n) => [`cur/${1000 + n}:2,S`, testMessage(n, { minutesAgo: n })]),
  );
  const root = writeMailFiles(files);
  const first = await testDaemon(t, offline);
  const { job_id } = await first.ask('import.start', { path: root }, commandLine);
  await first.events.until('LabelCountsUpdated');
  await first.close();

  const second = await testDaemon(t, { ...offline, dataDir: first.dataDir });
  const state = await waitForImport(second, job_id);
  assert.equal(state.status, 'succeeded');
  assert.deepEqual([state.added + state.known, state.total], [1_500, 1_500]);
  assert.equal((await second.ask('admin.status', {})).total_messages, 1_500);
});

test('a second start of the same import joins the first, and the jobs list shows the progress', async (t) => {
  const daemon = await testDaemon(t, offline);
  const root = writeMailFiles(
    Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`cur/${n}:2,S`, testMessage(n)])),
  );
  const [one, two] = await Promise.all([
    daemon.ask('import.start', { path: root }, commandLine),
    daemon.ask('import.start', { path: root }, commandLine),
  ]);
  assert.equal(one.job_id, two.job_id);
  await waitForImport(daemon, one.job_id);
  const { job } = await daemon.ask('jobs.get', { job_id: one.job_id });
  assert.deepEqual(
    [job.kind, job.status, job.progress],
    ['import', 'succeeded', { completed: 500, total: 500, succeeded: 500, skipped: 0, failed: 0 }],
  );
  const progress = daemon.events.all('OperationProgress').filter(({ operation_id }) => operation_id === one.job_id);
  assert.deepEqual([progress.at(0)?.total, progress.at(-1)?.current], [500, 500]);
});

test('only the command line can have files read, and an invalid path starts nothing', async (t) => {
  const daemon = await testDaemon(t, offline);
  const root = writeMailFiles({ 'a.eml': testMessage(1) });
  for (const origin of ['human', 'web', 'script', 'daemon'] as const satisfies Origin[]) {
    await assert.rejects(daemon.ask('import.start', { path: root }, { origin }), { kind: 'refused', code: 'cli_only' });
    await assert.rejects(daemon.ask('import.get', { job_id: 'x' }, { origin }), { code: 'cli_only' });
  }
  for (const origin of ['agent', 'mcp'] as const) {
    await assert.rejects(daemon.ask('import.start', { path: root }, { origin }), { kind: 'refused' });
  }
  for (const [path, code] of [
    ['mail', 'bad_path'],
    [join(root, 'nothing'), 'path_missing'],
    ['', 'invalid_input'],
  ] as const) {
    await assert.rejects(daemon.ask('import.start', { path }, commandLine), { code });
  }
  assert.deepEqual((await daemon.ask('jobs.list', {})).jobs, []);
  assert.deepEqual((await daemon.ask('accounts.list', {})).accounts, []);
});

test('the account of imported mail survives restarts and reports that it has no server', async (t) => {
  const first = await testDaemon(t, { accounts: [ada] });
  await first.synced();
  await importAndWait(first, writeMailFiles({ 'a.eml': testMessage(1) }));
  await first.close();
  const second = await testDaemon(t, { accounts: [ada], dataDir: first.dataDir });
  await second.synced();
  const { accounts } = await second.ask('accounts.list', {});
  const local = accounts.find(({ provider_kind }) => provider_kind === 'local');
  assert.deepEqual([local?.enabled, local?.is_default, local?.health.state], [true, false, 'synced']);
  assert.match(local?.health.message ?? '', /no server/);
  const { shell } = await second.ask('mailbox.list', { lens_kind: 'inbox' });
  assert.deepEqual([shell?.syncLabel, shell?.statusMessage], ['Synced', 'Everything is synced: 1 account.']);
  const { sync_statuses } = await second.ask('admin.status', {});
  assert.deepEqual(
    sync_statuses.map(({ account_name }) => account_name),
    ['Ada'],
  );
});
