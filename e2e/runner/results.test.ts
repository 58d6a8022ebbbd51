import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../../daemon/test-folder.ts';
import { countResults, durationOf, failuresOf, readResults } from './results.ts';

const reporter = join(import.meta.dirname, 'reporter.mjs');

/** Runs these files under node's test runner with this reporter; all of them in one process if `isShared`. */
function runFiles(sources: Record<string, string>, { isShared = false } = {}) {
  const folder = testFolder();
  const imports = `import assert from 'node:assert/strict'; import { after, before, suite, test } from 'node:test';\n`;
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), imports + source);
  const program = join(folder, 'all.test.mjs');
  const names = Object.keys(sources);
  if (isShared) writeFileSync(program, names.map((name) => `import './${name}';\n`).join(''));
  const programs = isShared ? [program] : names.map((name) => join(folder, name));
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, ...programs], { env });
  return readResults(String(stdout), programs, (path) => (path === program ? names : [path.slice(folder.length + 1)]));
}

test('a failed hook counts as a failure, although no test failed', () => {
  const { files, isComplete } = runFiles({
    'hook.test.mjs': `suite('pages', () => { after(() => { throw new Error('closing failed'); }); test('opens', () => {}); });`,
  });
  const { tests, suites, pass, fail } = countResults(files);
  assert.deepEqual([isComplete, tests, suites, pass, fail], [true, 1, 1, 1, 1]);
  const [failure, ...more] = files.flatMap(failuresOf);
  assert.deepEqual([failure?.name, more], ['pages', []]);
  assert.match(failure?.output ?? '', /closing failed/);
});

test('a failed hook before the tests, and a suite that throws, are failures', () => {
  const { files } = runFiles({
    'before.test.mjs': `suite('pages', () => { before(() => { throw new Error('opening failed'); }); test('opens', () => {}); });`,
    'all.test.mjs': `before(() => { throw new Error('opening failed'); }); test('opens', () => {});`,
    'suite.test.mjs': `suite('throws', () => { test('opens', () => {}); throw new Error('no data'); });`,
  });
  const failed = files.filter((file) => failuresOf(file).length > 0).flatMap((file) => file.files);
  assert.deepEqual(failed.toSorted(), ['all.test.mjs', 'before.test.mjs', 'suite.test.mjs']);
  const { pass, fail, cancelled } = countResults(files);
  assert.deepEqual([pass, fail, cancelled], [0, 3, 2]);
});

test('a failed hook of the whole file, and a process that ends early, are failures of their files', () => {
  const { files } = runFiles({
    'hook.test.mjs': `after(() => { throw new Error('left open'); }); test('works', () => {});`,
    'exit.test.mjs': `test('ends the process', () => process.exit(3));`,
    'load.test.mjs': `import './missing.mjs'; test('never runs', () => {});`,
    'fine.test.mjs': `test('works', () => {}); test('later', { skip: 'no server' }, () => {});`,
  });
  const failed = files.filter((file) => failuresOf(file).length > 0).flatMap((file) => file.files);
  assert.deepEqual(failed.toSorted(), ['exit.test.mjs', 'hook.test.mjs', 'load.test.mjs']);
  assert.match(failuresOf(files.find((file) => file.files[0] === 'load.test.mjs')!)[0]?.output ?? '', /missing\.mjs/);
  const { pass, fail, skipped } = countResults(files);
  assert.deepEqual([pass, fail, skipped], [2, 3, 1]);
});

test('files that share a process have separate results, and fail together if the process does', () => {
  const { files } = runFiles(
    {
      'one.test.mjs': `suite('one', () => { test('fails', () => assert.fail('broken')); test('passes', () => {}); });`,
      'two.test.mjs': `test('takes a moment', () => new Promise((resolve) => setTimeout(resolve, 20)));`,
    },
    { isShared: true },
  );
  assert.deepEqual(
    files.map((file) => [file.files, failuresOf(file).map(({ name }) => name), durationOf(file) > 0]),
    [
      [['one.test.mjs'], ['fails'], true],
      [['two.test.mjs'], [], true],
    ],
  );
  assert.deepEqual(
    runFiles(
      { 'one.test.mjs': `test('ends', () => process.exit(0));`, 'two.test.mjs': `test('waits', () => {});` },
      { isShared: true },
    )
      .files.filter((file) => failuresOf(file).length > 0)
      .map((file) => file.files),
    [['one.test.mjs', 'two.test.mjs']],
  );
});

test('a run that was cut off is incomplete', () => {
  assert.equal(readResults('', [], () => []).isComplete, false);
});

test(
  'a process that a test leaves running does not keep the run open',
  { skip: !existsSync('/proc') && 'no /proc' },
  () => {
    const endsProcess = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'end-process.mjs')).href);
    const leave = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true }).unref();`;
    const { files, isComplete } = runFiles({
      'leaves.test.mjs': `import { spawn } from 'node:child_process'; import ${endsProcess}; test('works', () => { ${leave} });`,
    });
    assert.deepEqual([isComplete, countResults(files).pass], [true, 1]);
  },
);
