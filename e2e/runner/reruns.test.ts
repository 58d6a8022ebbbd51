import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesToRerun, mayRerun, mergeReruns } from './reruns.ts';
import { countResults, type FileResult, type TestResult } from './results.ts';

const result = (name: string, isPassed: boolean, rest: Partial<TestResult> = {}): TestResult => ({
  type: 'result',
  isPassed,
  isSuite: false,
  name,
  nesting: 0,
  durationMs: 1,
  ...(isPassed ? {} : { failureType: 'testCodeFailure', output: `${name} is broken` }),
  ...rest,
});

const file = (files: string | string[], ...results: TestResult[]): FileResult => ({ files: [files].flat(), results });

const plain = () => `test('it works', () => {});`;

test('a failed file runs again; a file that kills, injects faults, is random or attacks does not', () => {
  for (const path of ['web/menus.test.ts', 'e2e/peers/sync.test.ts', 'daemon/store/db.test.ts'])
    assert.equal(mayRerun(path, plain()), true, path);
  for (const path of [
    'e2e/faults/offline-mutations.test.ts',
    'daemon/features/import/import-kill.test.ts',
    'e2e/contract/random-client.test.ts',
    'e2e/web/reader/html-security.test.ts',
    'e2e/web/reader/privacy.test.ts',
  ])
    assert.equal(mayRerun(path, plain()), false, path);
  assert.equal(mayRerun('daemon/mail/messages/flags.test.ts', `import fc from 'fast-check';`), false);
  assert.equal(mayRerun('daemon/store/lock.test.ts', `child.kill('SIGKILL');`), false);
});

test('only failed files run again, and none if too many failed', () => {
  const failed = Array.from({ length: 11 }, (_, index) => file(`web/part-${index}.test.ts`, result('fails', false)));
  const fine = file('web/fine.test.ts', result('works', true));
  assert.deepEqual(filesToRerun([fine, ...failed.slice(0, 2)], plain), ['web/part-0.test.ts', 'web/part-1.test.ts']);
  assert.deepEqual(filesToRerun(failed, plain), []);
});

test('a file that passes alone is flaky, and its second results are counted', () => {
  const first = [
    file('web/fine.test.ts', result('works', true)),
    file('web/menus.test.ts', result('opens', false), result('closes', true)),
    file('web/focus.test.ts', result('moves', false)),
  ];
  const second = new Map([
    ['web/menus.test.ts', [file('web/menus.test.ts', result('opens', true), result('closes', true))]],
    ['web/focus.test.ts', [file('web/focus.test.ts', result('moves', false))]],
  ]);
  const { files, flaky } = mergeReruns(first, second);
  assert.deepEqual(flaky, [{ path: 'web/menus.test.ts', output: 'opens\nopens is broken' }]);
  const { tests, pass, fail } = countResults(files);
  assert.deepEqual([tests, pass, fail], [4, 3, 1]);
});

test('a process that failed as a whole is flaky only if all of its files pass alone', () => {
  const process = file(['a.test.ts', 'b.test.ts'], result('the process', false));
  const passing = (path: string): [string, FileResult[]] => [path, [file(path, result('works', true))]];
  const all = mergeReruns([process], new Map([passing('a.test.ts'), passing('b.test.ts')]));
  assert.deepEqual([all.flaky.length, countResults(all.files).fail, countResults(all.files).pass], [1, 0, 2]);
  const some = mergeReruns([process], new Map([passing('a.test.ts')]));
  assert.deepEqual([some.flaky, countResults(some.files).fail], [[], 1]);
});

test('a second run without any result is not a pass', () => {
  const first = [file('web/menus.test.ts', result('opens', false))];
  const { files, flaky } = mergeReruns(first, new Map([['web/menus.test.ts', []]]));
  assert.deepEqual([flaky, countResults(files).fail], [[], 1]);
});
