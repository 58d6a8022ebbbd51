import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { shortWaits } from './use-bundle.ts';

test('a daemon that is started with short waits has a clock with short waits', () => {
  const print = `import('./daemon/base/clock.ts').then(({ systemClock }) => console.log(String(systemClock.wait)))`;
  const cwd = join(import.meta.dirname, '..');
  const waitOf = (words: string[]) =>
    execFileSync(process.execPath, [...words, '-e', print], { cwd, encoding: 'utf8' });
  assert.match(waitOf([shortWaits]), /ms \/ 20/);
  assert.doesNotMatch(waitOf([]), /ms \/ 20/);
});
