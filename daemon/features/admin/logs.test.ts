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
  const wish = adminRequests.logs.input.parse(input);
  const { kind, lines } = logReaders({ logFile }).logs(wish, {} as never) as { kind: string; lines: string[] };
  assert.equal(kind, 'LogLines');
  return lines;
}

test('checklist 120: the log pages from its newest line on, through the files it has made room for', () => {
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

test('a line is given as people read it, or as it was written', () => {
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

test('a level stands for itself and what is more serious, and words are found in any case', () => {
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

test('half a line, a line that is no JSON, and damage are given as they are, and steer no terminal', () => {
  const file = join(testFolder(), 'daemon.log');
  writeFileSync(file, `${written('whole')}not JSON \u001b[31m\n\n{"level":30,"time":1,"msg":"ha`);
  assert.deepEqual(linesOf(file), [
    '{"level":30,"time":1,"msg":"ha',
    'not JSON \\u001b[31m',
    '2026-03-10T08:00:00.000Z INFO whole',
  ]);
  assert.equal(readableLine(written('two\nlines', { key: '\u001b[31m' }).trimEnd()).includes('\u001b'), false);
});

test('without a log, or with nothing in it, there are no lines', () => {
  assert.deepEqual(linesOf(undefined), []);
  assert.deepEqual(linesOf(join(testFolder(), 'missing', 'daemon.log')), []);
  const empty = join(testFolder(), 'daemon.log');
  writeFileSync(empty, '');
  assert.deepEqual(linesOf(empty), []);
});

test('lines are whole wherever the pieces end in which a file is read', () => {
  const file = join(testFolder(), 'daemon.log');
  const all = Array.from({ length: 3_000 }, (_, n) => `line ${n} ${'ä€😀'.repeat(n % 40)}`);
  writeFileSync(file, all.join('\n'));
  assert.deepEqual([...logLines(file)], all.toReversed());
});

test('of a line that never ends the beginning is given', () => {
  const file = join(testFolder(), 'daemon.log');
  writeFileSync(file, `first\nbegin${'x'.repeat(1_000_000)}\nlast\n`);
  const [last, long = '', first] = [...logLines(file)];
  assert.deepEqual([last, first], ['last', 'first']);
  assert.match(long, /^beginx{200000}/);
  assert.ok(long.length <= 256 * 1024);
});

test('a log that makes room while it is read gives no line twice and loses none', () => {
  const file = join(testFolder(), 'daemon.log');
  writeFileSync(`${file}.1`, 'a\nb\n');
  writeFileSync(file, 'c\nd\n');
  const reading = logLines(file);
  assert.equal(reading.next().value, 'd');
  renameSync(`${file}.1`, `${file}.2`);
  renameSync(file, `${file}.1`);
  appendFileSync(file, 'e\n');
  assert.deepEqual([...reading], ['c', 'b', 'a']);
  // The moment in which the newest file has its new name and the next one is not there yet.
  rmSync(file);
  assert.deepEqual([...logLines(file)], ['d', 'c', 'b', 'a']);
});

test('over the daemon the log is for people alone, and there is no secret in it', async (t) => {
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
