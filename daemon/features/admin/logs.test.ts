import assert from 'node:assert/strict';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../base/log.ts';
import { ada, testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { adminRequests } from './contract.ts';
import { logLines } from './log-files.ts';
import { readableLine } from './log-line.ts';
import { logReaders } from './logs.ts';

const written = (message: string, more: object = {}) =>
  `${JSON.stringify({ level: 30, time: 1_773_129_600_000, ...more, msg: message })}\n`;

function linesOf(logFile: string | undefined, input: object = {}): string[] {
  const request = adminRequests.logs.input.parse(input);
  const { kind, lines } = logReaders({ logFile }).logs(request, {} as never) as { kind: string; lines: string[] };
  assert.equal(kind, 'LogLines');
  return lines;
}

test('checklist 120: the log pages from its newest line through its rotated files', () => {
  const file = join(testFolder(), 'logs', 'daemon.log');
  const log = openLog({ file, maxBytes: 3_000, maxFiles: 4 });
  for (let n = 0; n < 100; n++) log.info({ n }, 'one line');
  const all = linesOf(file, { limit: 1000 });
  assert.deepEqual(
    all.map((line) => /INFO one line n=(\d+)$/.exec(line)?.[1]),
    Array.from({ length: 100 }, (_, n) => `${99 - n}`),
  );
  const paged = [0, 40, 80, 120].flatMap((offset) => linesOf(file, { limit: 40, offset }));
  assert.deepEqual(paged, all);
});

test('a line is returned in readable form, or as written', () => {
  const file = join(testFolder(), 'daemon.log');
  const line = written('The server is gone', {
    account: 'work',
    tries: 3,
    reason: 'no answer',
    err: { type: 'Error', message: 'ECONNRESET', stack: 'Error: ECONNRESET\n    at read' },
  });
  writeFileSync(file, line);
  assert.deepEqual(linesOf(file), [
    '2026-03-10T08:00:00.000Z INFO The server is gone account=work tries=3 reason="no answer" err=ECONNRESET',
  ]);
  assert.deepEqual(linesOf(file, { format: 'json' }), [line.trimEnd()]);
});

test('a level includes more serious levels, and words match in any case', () => {
  const file = join(testFolder(), 'daemon.log');
  const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };
  writeFileSync(
    file,
    Object.entries(levels)
      .map(([name, level]) => written(`It is ${name}`, { level }))
      .join(''),
  );
  const words = (input: object) => linesOf(file, input).map((line) => line.split(' ').at(-1));
  assert.deepEqual(words({ level: 'warn' }), ['fatal', 'error', 'warn']);
  assert.deepEqual(words({ level: 'trace' }).length, 5);
  assert.deepEqual(words({ search: 'IT IS E' }), ['error']);
  assert.deepEqual(words({ search: 'it is', level: 'info', limit: 2, offset: 1 }), ['error', 'warn']);
});

test('an incomplete line, a line that is not JSON, and damaged lines are returned as they are, without terminal control characters', () => {
  const file = join(testFolder(), 'daemon.log');
  writeFileSync(file, `${written('whole')}not JSON \u001b[31m\n\n{"level":30,"time":1,"msg":"ha`);
  assert.deepEqual(linesOf(file), [
    '{"level":30,"time":1,"msg":"ha',
    'not JSON \\u001b[31m',
    '2026-03-10T08:00:00.000Z INFO whole',
  ]);
  assert.equal(readableLine(written('two\nlines', { key: '\u001b[31m' }).trimEnd()).includes('\u001b'), false);
});

test('without a log, or with an empty log, there are no lines', () => {
  assert.deepEqual(linesOf(undefined), []);
  assert.deepEqual(linesOf(join(testFolder(), 'missing', 'daemon.log')), []);
  const empty = join(testFolder(), 'daemon.log');
  writeFileSync(empty, '');
  assert.deepEqual(linesOf(empty), []);
});

test('lines are whole at any chunk boundary', () => {
  const file = join(testFolder(), 'daemon.log');
  const all = Array.from({ length: 3_000 }, (_, n) => `line ${n} ${'ä€😀'.repeat(n % 40)}`);
  writeFileSync(file, all.join('\n'));
  assert.deepEqual([...logLines(file)], all.toReversed());
});

test('a line that never ends is truncated to its beginning', () => {
  const file = join(testFolder(), 'daemon.log');
  writeFileSync(file, `first\nbegin${'x'.repeat(1_000_000)}\nlast\n`);
  const [last, long = '', first] = [...logLines(file)];
  assert.deepEqual([last, first], ['last', 'first']);
  assert.match(long, /^beginx{200000}/);
  assert.ok(long.length <= 256 * 1024);
});

test('a log that is rotated while it is read repeats no line and loses none', () => {
  const file = join(testFolder(), 'daemon.log');
  writeFileSync(`${file}.1`, 'a\nb\n');
  writeFileSync(file, 'c\nd\n');
  const reading = logLines(file);
  assert.equal(reading.next().value, 'd');
  renameSync(`${file}.1`, `${file}.2`);
  renameSync(file, `${file}.1`);
  appendFileSync(file, 'e\n');
  assert.deepEqual([...reading], ['c', 'b', 'a']);
  // The moment of a rotation in which the newest file is renamed and the next one does not exist yet.
  rmSync(file);
  assert.deepEqual([...logLines(file)], ['d', 'c', 'b', 'a']);
});

test('only the user can read the daemon’s log, and it contains no secret', async (t) => {
  const logFile = join(testFolder(), 'logs', 'daemon.log');
  const log = openLog({ file: logFile });
  const dataDir = join(testFolder(), 'data');
  const options = { log, paths: { instance: 'posthorn-test', dataDir, logFile } };
  const { ask, dispatch } = await testDaemon(t, { accounts: [ada], dataDir, options });
  log.warn({ token: 'T0KEN', account: { password: 'PASSW0RD' }, subject: 'SUBJ3CT' }, 'A line with secrets');
  const { lines } = await ask('admin.logs', { search: 'with secrets' });
  assert.deepEqual(
    lines.map((line) => line.split(' ').slice(1).join(' ')),
    ['WARN A line with secrets token="[left out]" account={"password":"[left out]"} subject="[left out]"'],
  );
  assert.doesNotMatch((await ask('admin.logs', { format: 'json' })).lines.join('\n'), /T0KEN|PASSW0RD|SUBJ3CT/);
  for (const caller of [{ origin: 'agent' as const }, { origin: 'script' as const, token_id: 't', only: [] }]) {
    await assert.rejects(dispatch('admin.logs', {}, caller), { kind: 'refused' });
  }
});
