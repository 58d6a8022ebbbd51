import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { openLog } from './log.ts';

test('the log rotates by size and keeps only the configured number of files (checklist 51)', () => {
  const file = join(testFolder(), 'logs', 'daemon.log');
  const log = openLog({ file, maxBytes: 1_000, maxFiles: 3 });
  for (let line = 0; line < 100; line++) log.info({ line }, 'a line that is long enough to fill the file');
  const files = readdirSync(dirname(file)).sort();
  assert.deepEqual(files, ['daemon.log', 'daemon.log.1', 'daemon.log.2']);
  for (const name of files) assert.ok(statSync(join(dirname(file), name)).size <= 1_000, name);
  assert.match(readFileSync(file, 'utf8'), /"line":99/);
});

test('a reopened log appends to the existing file', () => {
  const file = join(testFolder(), 'daemon.log');
  openLog({ file }).info('first');
  openLog({ file }).info('second');
  assert.deepEqual(readFileSync(file, 'utf8').match(/first|second/g), ['first', 'second']);
});

test('the log omits secrets and mail content from any caller', () => {
  const file = join(testFolder(), 'daemon.log');
  openLog({ file }).info(
    { token: 'T0KEN', account: { password: 'PASSW0RD' }, body: 'B0DY', subject: 'SUBJ3CT' },
    'hello',
  );
  assert.doesNotMatch(readFileSync(file, 'utf8'), /T0KEN|PASSW0RD|B0DY|SUBJ3CT/);
});

test('without a file the log writes nothing', () => {
  const folder = testFolder();
  openLog({}).error('not written');
  assert.ok(!existsSync(join(folder, 'daemon.log')));
});

test('reconfiguring a log takes effect immediately, also in existing children (checklist 51)', (t) => {
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

test('new limits of size and number apply from the next line', () => {
  const file = join(testFolder(), 'daemon.log');
  const log = openLog({ file, maxBytes: 100, maxFiles: 5 });
  const files = () =>
    readdirSync(dirname(file))
      .filter((name) => name.startsWith('daemon.log'))
      .sort();
  for (let line = 0; line < 10; line++) log.info('a line that is long enough to fill a whole file');
  assert.equal(files().length, 5);
  log.reconfigure({ maxBytes: 10_000, maxFiles: 2 });
  assert.deepEqual(files(), ['daemon.log', 'daemon.log.1']);
  for (let line = 0; line < 10; line++) log.info('a line of which several fit into one file');
  assert.deepEqual(files(), ['daemon.log', 'daemon.log.1']);
  assert.ok(statSync(file).size > 100);
});

test('a log without a file starts writing when standard error is enabled', (t) => {
  const log = openLog({});
  const errors: string[] = [];
  t.mock.method(process.stderr, 'write', (line: string) => errors.push(line) > 0);
  log.error('not written');
  log.reconfigure({ stderr: true });
  log.error('written to standard error');
  assert.match(errors.join(''), /written to standard error/);
  assert.doesNotMatch(errors.join(''), /nobody/);
});
