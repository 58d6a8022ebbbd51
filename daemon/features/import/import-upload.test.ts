import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Failure } from '../../base/failure.ts';
import { until } from '../../test-until.ts';
import { ada, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { spoolPath } from './spool-path.ts';
import { testMessage, mboxFile as mboxOf } from './test-mail-files.ts';

const mboxWith = (count: number) => mboxOf(Array.from({ length: count }, (_, n) => testMessage(100 + n)));

async function* chunks(...bytes: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

const uploadFile = (
  daemon: TestDaemon,
  import_id: string,
  path: string,
  bytes: Buffer,
  offset = 0,
  size = bytes.length,
) => daemon.ask('import.uploadFile', { import_id, path, size, offset, content: chunks(bytes) });

const endEvents = ['OperationCompleted', 'OperationFailed', 'OperationCancelled'] as const;

async function waitForUploadedImport(daemon: TestDaemon, import_id: string) {
  for (;;) {
    const seenCounts = endEvents.map((kind) => daemon.events.all(kind).length);
    const state = await daemon.ask('import.details', { import_id });
    if (state.state === 'succeeded' || state.state === 'failed') return state;
    await Promise.race(endEvents.map((kind, at) => daemon.events.until(kind, (seenCounts[at] ?? 0) + 1)));
  }
}

const spoolFolder = (daemon: TestDaemon) => join(daemon.dataDir, 'import-files');
const spooledFiles = (daemon: TestDaemon) => (existsSync(spoolFolder(daemon)) ? readdirSync(spoolFolder(daemon)) : []);

test('uploaded files are imported into their own folders or the requested folder, and the uploads are deleted', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada] });
  await daemon.synced();
  const begun = await daemon.ask('import.create', {});
  assert.deepEqual([begun.state, begun.job_id, begun.files, begun.folder], ['collecting', null, 0, null]);
  const { import_id } = begun;
  assert.equal(statSync(join(spoolFolder(daemon), import_id)).mode & 0o077, 0);
  const given = await uploadFile(daemon, import_id, 'Mail/cur/1:2,FS', testMessage(1));
  assert.deepEqual([given.is_whole, given.is_mail, given.received], [true, true, given.size]);
  await uploadFile(daemon, import_id, 'Mail/.Sent/cur/2:2,S', testMessage(2));
  await uploadFile(daemon, import_id, 'Mail/notes.txt', Buffer.from('no mail'));
  await uploadFile(daemon, import_id, 'Mail/broken.eml.gz', gzipSync(testMessage(3)).subarray(0, 90));
  const { imports } = await daemon.ask('import.list', {});
  assert.deepEqual(
    imports.map((each) => [each.import_id, each.files]),
    [[import_id, 4]],
  );
  const started = await daemon.ask('import.startUploaded', { import_id });
  assert.equal(started.import_id, import_id);
  // A client that missed the answer repeats the request and gets the same job.
  assert.equal((await daemon.ask('import.startUploaded', { import_id })).job_id, started.job_id);
  const state = await waitForUploadedImport(daemon, import_id);
  assert.deepEqual(
    [state.state, state.added, state.known, state.failed, state.passed_over, state.files],
    ['succeeded', 2, 0, 1, 1, null],
  );
  assert.deepEqual(
    state.problems.map(({ file }) => file),
    ['broken.eml.gz'],
  );
  assert.deepEqual(await daemon.ask('import.details', { import_id: state.job_id! }), state);
  assert.deepEqual(spooledFiles(daemon), []);
  await daemon.whenIndexed();
  const found = await daemon.ask('search.find', { q: 'in:sent letter' });
  assert.equal(found.groups.flatMap(({ rows }) => rows).length, 1);

  // Importing the same files into one named folder does not add them again.
  for (const expected of [
    [30, 0],
    [0, 30],
  ]) {
    const { import_id: next } = await daemon.ask('import.create', { folder: 'Old mail' });
    await uploadFile(daemon, next, 'All mail.mbox', mboxWith(30));
    await daemon.ask('import.startUploaded', { import_id: next });
    const { added, known, label_id, account_id } = await waitForUploadedImport(daemon, next);
    assert.deepEqual([added, known], expected);
    assert.equal((await daemon.ask('import.details', { import_id: next })).name, 'All mail.mbox');
    const { labels } = await daemon.ask('labels.list', {});
    assert.equal(labels.find((label) => label.id === label_id)?.name, 'Old mail');
    assert.ok(account_id);
  }
});

test('a large file is uploaded in chunks: an interrupted chunk is sent again, and a received chunk is not stored twice', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { import_id } = await daemon.ask('import.create', {});
  const bytes = mboxWith(200);
  const [path, half] = ['Family.mbox', 40_000];
  const first = await uploadFile(daemon, import_id, path, bytes.subarray(0, half), 0, bytes.length);
  assert.deepEqual([first.received, first.is_whole, first.is_mail], [half, false, true]);
  await assert.rejects(uploadFile(daemon, import_id, path, bytes.subarray(0, 10), 10, bytes.length), {
    code: 'wrong_offset',
    details: { received: half },
  });
  const broken = async function* () {
    yield bytes.subarray(half, half + 500);
    throw new Failure('unavailable', 'cut', 'The line was cut.');
  };
  const request = { import_id, path, size: bytes.length, offset: half };
  await assert.rejects(daemon.ask('import.uploadFile', { ...request, content: broken() }), { code: 'cut' });
  await assert.rejects(daemon.ask('import.startUploaded', { import_id }), { code: 'nothing_to_import' });
  const last = await daemon.ask('import.uploadFile', { ...request, content: chunks(bytes.subarray(half)) });
  assert.deepEqual([last.is_whole, last.received], [true, bytes.length]);
  await assert.rejects(daemon.ask('import.uploadFile', { ...request, content: chunks(bytes.subarray(half)) }), {
    details: { received: bytes.length },
  });
  await daemon.ask('import.startUploaded', { import_id });
  assert.equal((await waitForUploadedImport(daemon, import_id)).added, 200);
});

test('a file that is recognised as not mail is not kept, and bytes beyond the announced size are refused', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { import_id } = await daemon.ask('import.create', {});
  const film = Buffer.alloc(20_000, 7);
  const { is_mail, received } = await uploadFile(daemon, import_id, 'film.mp4', film, 0, 5_000_000);
  assert.deepEqual([is_mail, received], [false, 0]);
  // In the message folders of a Maildir only the name decides.
  assert.equal((await uploadFile(daemon, import_id, 'Mail/cur/1', film, 0, 30_000)).is_mail, true);
  await assert.rejects(uploadFile(daemon, import_id, 'a.eml', testMessage(1), 0, 10), { code: 'file_too_long' });
  await uploadFile(daemon, import_id, 'empty', Buffer.alloc(0));
  await assert.rejects(daemon.ask('import.startUploaded', { import_id }), {
    kind: 'invalid',
    code: 'nothing_to_import',
  });
  await uploadFile(daemon, import_id, 'a.eml', testMessage(1));
  await assert.rejects(uploadFile(daemon, import_id, 'a.eml/b.eml', testMessage(2)), { code: 'bad_file_path' });
  await daemon.ask('import.startUploaded', { import_id });
  assert.equal((await waitForUploadedImport(daemon, import_id)).added, 1);
  await assert.rejects(uploadFile(daemon, import_id, 'b.eml', testMessage(2)), { code: 'import_started' });
  await assert.rejects(daemon.ask('import.discard', { import_id }), { code: 'import_started' });
});

test('no path leads out of the folder of the import', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { import_id } = await daemon.ask('import.create', {});
  const hostile = [
    '../a.eml',
    '/etc/a.eml',
    'a/../../b.eml',
    './a',
    'a//b',
    'a\\b',
    'a\0b',
    'a\nb',
    '..',
    'x'.repeat(300),
  ];
  for (const path of [...hostile, 'd/'.repeat(100) + 'x'])
    await assert.rejects(
      uploadFile(daemon, import_id, path, testMessage(1)),
      { kind: 'invalid', code: 'bad_file_path' },
      path,
    );
  assert.deepEqual(spooledFiles(daemon), [import_id]);
  assert.deepEqual(readdirSync(join(spoolFolder(daemon), import_id)), []);
  assert.equal(spoolPath('Mail/cur/1:2,S', 'win32').split(/[\\/]/).at(-1), '1;2,S');
  assert.equal(spoolPath('CON/lpt1.eml.', 'win32').replaceAll('\\', '/'), '_CON/_lpt1.eml_');
});

test('an upload that is not started is deleted after a day, at the next start, or when it is discarded', async (t) => {
  const first = await testDaemon(t, { accounts: [] });
  const [one, two] = [await first.ask('import.create', {}), await first.ask('import.create', {})];
  await uploadFile(first, one.import_id, 'a.eml', testMessage(1));
  await first.ask('import.discard', { import_id: two.import_id });
  await assert.rejects(first.ask('import.discard', { import_id: two.import_id }), { code: 'not_found' });
  assert.deepEqual(spooledFiles(first), [one.import_id]);
  await first.close();
  const second = await testDaemon(t, { accounts: [], dataDir: first.dataDir });
  await until('the files are gone', () => spooledFiles(second).length === 0);
  await assert.rejects(uploadFile(second, one.import_id, 'a.eml', testMessage(1)), {
    kind: 'missing',
    code: 'not_found',
  });
  const { import_id } = await second.ask('import.create', {});
  second.clock.advance(26 * 3600 * 1000);
  await until('the files are gone', () => spooledFiles(second).length === 0);
  await assert.rejects(second.ask('import.details', { import_id }), { code: 'not_found' });
  for (let count = 0; count < 20; count++) await second.ask('import.create', {});
  await assert.rejects(second.ask('import.create', {}), { code: 'too_many_imports' });
});

test('an interrupted import of uploaded files continues at the next start, and its files are deleted at its end', async (t) => {
  const first = await testDaemon(t, { accounts: [] });
  const { import_id } = await first.ask('import.create', {});
  await uploadFile(first, import_id, 'many.mbox', mboxWith(500));
  await first.ask('import.startUploaded', { import_id });
  await first.events.until('LabelCountsUpdated');
  await first.close();
  const second = await testDaemon(t, { accounts: [], dataDir: first.dataDir });
  const state = await waitForUploadedImport(second, import_id);
  assert.deepEqual([state.state, state.added + state.known], ['succeeded', 500]);
  assert.deepEqual(spooledFiles(second), []);
  const { import_id: next } = await second.ask('import.create', {});
  await uploadFile(second, next, 'more.mbox', mboxWith(500));
  const { job_id } = await second.ask('import.startUploaded', { import_id: next });
  await second.ask('jobs.cancel', { job_id: job_id! });
  await waitForUploadedImport(second, next);
  await until('the files are gone', () => spooledFiles(second).length === 0);
  assert.equal((await second.ask('import.details', { import_id: next })).cancelled, true);
});

test('a full disk is reported before anything is stored', async (t) => {
  const room = { free: 50_000_000 };
  const daemon = await testDaemon(t, { accounts: [], options: { freeBytes: async () => room.free } });
  const { import_id } = await daemon.ask('import.create', {});
  await assert.rejects(uploadFile(daemon, import_id, 'a.eml', testMessage(1)), {
    kind: 'full',
    code: 'disk_full',
  });
  room.free = 500_000_000;
  assert.equal((await uploadFile(daemon, import_id, 'a.eml', testMessage(1))).is_whole, true);
});

test('only the user can upload files: agents, scripts and other tokens are refused', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada],
    config: '[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_destructive = true\n',
  });
  const { import_id } = await daemon.ask('import.create', {});
  const asked = [
    ['import.list', {}],
    ['import.details', { import_id }],
    ['import.create', {}],
    ['import.uploadFile', { import_id, path: 'a.eml', size: 1, content: chunks(testMessage(1)) }],
    ['import.startUploaded', { import_id }],
    ['import.discard', { import_id }],
  ] as const;
  for (const [name, input] of asked) {
    for (const caller of [{ origin: 'agent' }, { origin: 'mcp' }, { origin: 'script', token_id: 'x' }] as const)
      await assert.rejects(daemon.ask(name, input, caller), { kind: 'refused' }, name);
  }
  assert.equal((await daemon.ask('import.list', {})).imports[0]?.files, 0);
});
