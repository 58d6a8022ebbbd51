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
