import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Failure } from '../../base/failure.ts';
import { until } from '../../test-ceiling.ts';
import { ada, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { spoolPath } from './spool-path.ts';
import { letter, mbox as mboxOf } from './test-mail-files.ts';

const mbox = (count: number) => mboxOf(Array.from({ length: count }, (_, n) => letter(100 + n)));

async function* once(...bytes: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

const give = (daemon: TestDaemon, import_id: string, path: string, bytes: Buffer, offset = 0, size = bytes.length) =>
  daemon.ask('import.give', { import_id, path, size, offset, content: once(bytes) });

const ends = ['OperationCompleted', 'OperationFailed', 'OperationCancelled'] as const;

async function ended(daemon: TestDaemon, import_id: string) {
  for (;;) {
    const told = ends.map((kind) => daemon.events.all(kind).length);
    const state = await daemon.ask('import.show', { import_id });
    if (state.state === 'succeeded' || state.state === 'failed') return state;
    await Promise.race(ends.map((kind, at) => daemon.events.until(kind, (told[at] ?? 0) + 1)));
  }
}

const spoolOf = (daemon: TestDaemon) => join(daemon.dataDir, 'import-files');
const kept = (daemon: TestDaemon) => (existsSync(spoolOf(daemon)) ? readdirSync(spoolOf(daemon)) : []);

test('files that are given come in, under their own folders or the one that is wished for, and nothing of them stays', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada] });
  await daemon.synced();
  const begun = await daemon.ask('import.begin', {});
  assert.deepEqual([begun.state, begun.job_id, begun.files, begun.folder], ['collecting', null, 0, null]);
  const { import_id } = begun;
  assert.equal(statSync(join(spoolOf(daemon), import_id)).mode & 0o077, 0);
  const given = await give(daemon, import_id, 'Mail/cur/1:2,FS', letter(1));
  assert.deepEqual([given.is_whole, given.is_mail, given.received], [true, true, given.size]);
  await give(daemon, import_id, 'Mail/.Sent/cur/2:2,S', letter(2));
  await give(daemon, import_id, 'Mail/notes.txt', Buffer.from('no mail'));
  await give(daemon, import_id, 'Mail/broken.eml.gz', gzipSync(letter(3)).subarray(0, 90));
  const { imports } = await daemon.ask('import.list', {});
  assert.deepEqual(
    imports.map((each) => [each.import_id, each.files]),
    [[import_id, 4]],
  );
  const started = await daemon.ask('import.run', { import_id });
  assert.equal(started.import_id, import_id);
  // Somebody who missed the answer asks again, and hears of the same.
  assert.equal((await daemon.ask('import.run', { import_id })).job_id, started.job_id);
  const state = await ended(daemon, import_id);
  assert.deepEqual(
    [state.state, state.added, state.known, state.failed, state.passed_over, state.files],
    ['succeeded', 2, 0, 1, 1, null],
  );
  assert.deepEqual(
    state.problems.map(({ file }) => file),
    ['broken.eml.gz'],
  );
  assert.deepEqual(await daemon.ask('import.show', { import_id: state.job_id! }), state);
  assert.deepEqual(kept(daemon), []);
  await daemon.indexed();
  const found = await daemon.ask('search.find', { q: 'in:sent letter' });
  assert.equal(found.groups.flatMap(({ rows }) => rows).length, 1);

  // The same once more, in one folder of its own name, adds nothing that lies there already.
  for (const expected of [
    [30, 0],
    [0, 30],
  ]) {
    const { import_id: next } = await daemon.ask('import.begin', { folder: 'Old mail' });
    await give(daemon, next, 'All mail.mbox', mbox(30));
    await daemon.ask('import.run', { import_id: next });
    const { added, known, label_id, account_id } = await ended(daemon, next);
    assert.deepEqual([added, known], expected);
    assert.equal((await daemon.ask('import.show', { import_id: next })).name, 'All mail.mbox');
    const { labels } = await daemon.ask('labels.list', {});
    assert.equal(labels.find((label) => label.id === label_id)?.name, 'Old mail');
    assert.ok(account_id);
  }
});

test('a large file comes in stretches: one that breaks off is sent again, and one that came is not taken twice', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { import_id } = await daemon.ask('import.begin', {});
  const bytes = mbox(200);
  const [path, half] = ['Family.mbox', 40_000];
  const first = await give(daemon, import_id, path, bytes.subarray(0, half), 0, bytes.length);
  assert.deepEqual([first.received, first.is_whole, first.is_mail], [half, false, true]);
  await assert.rejects(give(daemon, import_id, path, bytes.subarray(0, 10), 10, bytes.length), {
    code: 'wrong_offset',
    details: { received: half },
  });
  const broken = async function* () {
    yield bytes.subarray(half, half + 500);
    throw new Failure('unavailable', 'cut', 'The line was cut.');
  };
  const wish = { import_id, path, size: bytes.length, offset: half };
  await assert.rejects(daemon.ask('import.give', { ...wish, content: broken() }), { code: 'cut' });
  await assert.rejects(daemon.ask('import.run', { import_id }), { code: 'nothing_to_import' });
  const last = await daemon.ask('import.give', { ...wish, content: once(bytes.subarray(half)) });
  assert.deepEqual([last.is_whole, last.received], [true, bytes.length]);
  await assert.rejects(daemon.ask('import.give', { ...wish, content: once(bytes.subarray(half)) }), {
    details: { received: bytes.length },
  });
  await daemon.ask('import.run', { import_id });
  assert.equal((await ended(daemon, import_id)).added, 200);
});

test('what shows at its beginning that it is no mail is not kept, and bytes beyond what was told are refused', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { import_id } = await daemon.ask('import.begin', {});
  const film = Buffer.alloc(20_000, 7);
  const { is_mail, received } = await give(daemon, import_id, 'film.mp4', film, 0, 5_000_000);
  assert.deepEqual([is_mail, received], [false, 0]);
  // Where a Maildir has its messages, the name alone tells.
  assert.equal((await give(daemon, import_id, 'Mail/cur/1', film, 0, 30_000)).is_mail, true);
  await assert.rejects(give(daemon, import_id, 'a.eml', letter(1), 0, 10), { code: 'file_too_long' });
  await give(daemon, import_id, 'empty', Buffer.alloc(0));
  await assert.rejects(daemon.ask('import.run', { import_id }), { kind: 'invalid', code: 'nothing_to_import' });
  await give(daemon, import_id, 'a.eml', letter(1));
  await assert.rejects(give(daemon, import_id, 'a.eml/b.eml', letter(2)), { code: 'bad_file_path' });
  await daemon.ask('import.run', { import_id });
  assert.equal((await ended(daemon, import_id)).added, 1);
  await assert.rejects(give(daemon, import_id, 'b.eml', letter(2)), { code: 'import_started' });
  await assert.rejects(daemon.ask('import.discard', { import_id }), { code: 'import_started' });
});

test('no path leads out of the folder of the import', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { import_id } = await daemon.ask('import.begin', {});
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
    await assert.rejects(give(daemon, import_id, path, letter(1)), { kind: 'invalid', code: 'bad_file_path' }, path);
  assert.deepEqual(kept(daemon), [import_id]);
  assert.deepEqual(readdirSync(join(spoolOf(daemon), import_id)), []);
  assert.equal(spoolPath('Mail/cur/1:2,S', 'win32').split(/[\\/]/).at(-1), '1;2,S');
  assert.equal(spoolPath('CON/lpt1.eml.', 'win32').replaceAll('\\', '/'), '_CON/_lpt1.eml_');
});

test('what nobody starts goes after a day, at the next start, or when it is thrown away', async (t) => {
  const first = await testDaemon(t, { accounts: [] });
  const [one, two] = [await first.ask('import.begin', {}), await first.ask('import.begin', {})];
  await give(first, one.import_id, 'a.eml', letter(1));
  await first.ask('import.discard', { import_id: two.import_id });
  await assert.rejects(first.ask('import.discard', { import_id: two.import_id }), { code: 'not_found' });
  assert.deepEqual(kept(first), [one.import_id]);
  await first.close();
  const second = await testDaemon(t, { accounts: [], dataDir: first.dataDir });
  await until('the files are gone', () => kept(second).length === 0);
  await assert.rejects(give(second, one.import_id, 'a.eml', letter(1)), { kind: 'missing', code: 'not_found' });
  const { import_id } = await second.ask('import.begin', {});
  second.clock.advance(26 * 3600 * 1000);
  await until('the files are gone', () => kept(second).length === 0);
  await assert.rejects(second.ask('import.show', { import_id }), { code: 'not_found' });
  for (let count = 0; count < 20; count++) await second.ask('import.begin', {});
  await assert.rejects(second.ask('import.begin', {}), { code: 'too_many_imports' });
});

test('an import of given files that a stop interrupts goes on at the next start, and its files go when it has ended', async (t) => {
  const first = await testDaemon(t, { accounts: [] });
  const { import_id } = await first.ask('import.begin', {});
  await give(first, import_id, 'many.mbox', mbox(500));
  await first.ask('import.run', { import_id });
  await first.events.until('LabelCountsUpdated');
  await first.close();
  const second = await testDaemon(t, { accounts: [], dataDir: first.dataDir });
  const state = await ended(second, import_id);
  assert.deepEqual([state.state, state.added + state.known], ['succeeded', 500]);
  assert.deepEqual(kept(second), []);
  const { import_id: next } = await second.ask('import.begin', {});
  await give(second, next, 'more.mbox', mbox(500));
  const { job_id } = await second.ask('import.run', { import_id: next });
  await second.ask('jobs.cancel', { job_id: job_id! });
  await ended(second, next);
  await until('the files are gone', () => kept(second).length === 0);
  assert.equal((await second.ask('import.show', { import_id: next })).cancelled, true);
});

test('a full disk is said before anything is taken', async (t) => {
  const room = { free: 50_000_000 };
  const daemon = await testDaemon(t, { accounts: [], options: { freeBytes: async () => room.free } });
  const { import_id } = await daemon.ask('import.begin', {});
  await assert.rejects(give(daemon, import_id, 'a.eml', letter(1)), { kind: 'unavailable', code: 'disk_full' });
  room.free = 500_000_000;
  assert.equal((await give(daemon, import_id, 'a.eml', letter(1))).is_whole, true);
});

test('nobody but the owner gives files: agents, tools and tokens beside the owner’s are refused', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada],
    config: '[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_destructive = true\n',
  });
  const { import_id } = await daemon.ask('import.begin', {});
  const asked = [
    ['import.list', {}],
    ['import.show', { import_id }],
    ['import.begin', {}],
    ['import.give', { import_id, path: 'a.eml', size: 1, content: once(letter(1)) }],
    ['import.run', { import_id }],
    ['import.discard', { import_id }],
  ] as const;
  for (const [name, input] of asked) {
    for (const caller of [{ origin: 'agent' }, { origin: 'mcp' }, { origin: 'script', token_id: 'x' }] as const)
      await assert.rejects(daemon.ask(name, input, caller), { kind: 'refused' }, name);
  }
  assert.equal((await daemon.ask('import.list', {})).imports[0]?.files, 0);
});
