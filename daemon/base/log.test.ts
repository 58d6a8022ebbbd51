import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { openLog } from './log.ts';

test('the log rotates by size and keeps so many files and no more (checklist 51)', () => {
  const file = join(testFolder(), 'logs', 'daemon.log');
  const log = openLog({ file, maxBytes: 1_000, maxFiles: 3 });
  for (let line = 0; line < 100; line++) log.info({ line }, 'a line of some length, so that the file fills up');
  const files = readdirSync(dirname(file)).sort();
  assert.deepEqual(files, ['daemon.log', 'daemon.log.1', 'daemon.log.2']);
  for (const name of files) assert.ok(statSync(join(dirname(file), name)).size <= 1_000, name);
  assert.match(readFileSync(file, 'utf8'), /"line":99/);
});

test('a log that is opened again goes on where it was', () => {
  const file = join(testFolder(), 'daemon.log');
  openLog({ file }).info('first');
  openLog({ file }).info('second');
  assert.deepEqual(readFileSync(file, 'utf8').match(/first|second/g), ['first', 'second']);
});

test('secrets and mail are left out, whoever passes them', () => {
  const file = join(testFolder(), 'daemon.log');
  openLog({ file }).info(
    { token: 'T0KEN', account: { password: 'PASSW0RD' }, body: 'B0DY', subject: 'SUBJ3CT' },
    'hello',
  );
  assert.doesNotMatch(readFileSync(file, 'utf8'), /T0KEN|PASSW0RD|B0DY|SUBJ3CT/);
});

test('without a file nothing is written anywhere', () => {
  const folder = testFolder();
  openLog({}).error('nobody hears this');
  assert.ok(!existsSync(join(folder, 'daemon.log')));
});

test('a log that is set anew follows at once, children made before too (checklist 51)', (t) => {
  const file = join(testFolder(), 'daemon.log');
  const log = openLog({ file, level: 'warn' });
  const child = log.child({ part: 'a' });
  child.info('left out');
  log.reconfigure({ level: 'debug' });
  child.debug('kept');
  log.reconfigure({ level: 'error', stderr: true });
  const errors: string[] = [];
  t.mock.method(process.stderr, 'write', (line: string) => errors.push(line) > 0);
  child.warn('left out');
  child.error('heard');
  assert.deepEqual(readFileSync(file, 'utf8').match(/left out|kept|heard/g), ['kept', 'heard']);
  assert.match(errors.join(''), /"part":"a".*"heard"/);
  log.reconfigure({});
  child.error('in the file alone');
  assert.equal(errors.length, 1);
});

test('new limits of size and number hold from the next line on', () => {
  const file = join(testFolder(), 'daemon.log');
  const log = openLog({ file, maxBytes: 100, maxFiles: 5 });
  const files = () =>
    readdirSync(dirname(file))
      .filter((name) => name.startsWith('daemon.log'))
      .sort();
  for (let line = 0; line < 10; line++) log.info('a line of some length, so that each of them has its own file');
  assert.equal(files().length, 5);
  log.reconfigure({ maxBytes: 10_000, maxFiles: 2 });
  assert.deepEqual(files(), ['daemon.log', 'daemon.log.1']);
  for (let line = 0; line < 10; line++) log.info('a line of some length, and room for more of them');
  assert.deepEqual(files(), ['daemon.log', 'daemon.log.1']);
  assert.ok(statSync(file).size > 100);
});

test('a log without a file begins to be heard when standard error is asked for', (t) => {
  const log = openLog({});
  const errors: string[] = [];
  t.mock.method(process.stderr, 'write', (line: string) => errors.push(line) > 0);
  log.error('nobody hears this');
  log.reconfigure({ stderr: true });
  log.error('everybody hears this');
  assert.match(errors.join(''), /everybody/);
  assert.doesNotMatch(errors.join(''), /nobody/);
});
