import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countResults, type FileResult, type TestResult } from './results.ts';
import { closingLines, findRunErrors, leftOutLines, skipLines, slowestLines, type Run } from './summary.ts';

const result = (name: string, rest: Partial<TestResult> = {}): TestResult => ({
  type: 'result',
  isPassed: true,
  isSuite: false,
  name,
  nesting: 0,
  durationMs: 5,
  ...rest,
});

const files: FileResult[] = [
  {
    files: ['e2e/peers/sync.test.ts'],
    results: [
      result('lists folders', { nesting: 1, skip: 'peer: dovecot is not installed' }),
      result('inbox', { isSuite: true, durationMs: 1_200 }),
      result('idles', { skip: 'peer: dovecot is not installed' }),
      result('on macOS', { skip: 'no reason given' }),
    ],
  },
  { files: ['daemon/store/db.test.ts'], results: [result('reads', { durationMs: 3_400 })] },
];

const finished: Run = {
  files,
  counts: countResults(files),
  isComplete: true,
  nodeExitCode: 0,
  hasFirstFailures: false,
  flakyFiles: 0,
};
const runErrors = (run: Partial<Run>, arePeersRequired = false) =>
  findRunErrors({ ...finished, ...run }, { arePeersRequired, maxFlakyFiles: 3 });

test('skips are counted by their reason', () => {
  assert.deepEqual(skipLines(files), ['Skipped 2: peer: dovecot is not installed', 'Skipped 1: no reason given']);
});

test('tests that a run does not have are mentioned', () => {
  assert.deepEqual(leftOutLines(0), []);
  assert.match(leftOutLines(7).join(), /^Left out 7 rare tests/);
});

test('the slowest files come first, by the total time of their tests', () => {
  assert.deepEqual(slowestLines(files).slice(1), [
    '    3.4 s  daemon/store/db.test.ts',
    '    1.2 s  e2e/peers/sync.test.ts',
  ]);
});

test("the summary ends with the lines of node's runner", () => {
  assert.deepEqual(closingLines(finished.counts, [], 12.5), [
    '# tests 4',
    '# suites 1',
    '# pass 1',
    '# fail 0',
    '# cancelled 0',
    '# skipped 3',
    '# todo 0',
    '# duration_ms 13',
  ]);
});

test('a run that fails without a failed test has a failure in its summary', () => {
  assert.equal(closingLines(finished.counts, ['The run was cut off before its end.'], 1)[3], '# fail 1');
});

test('a skipped peer is a failure only if peers are required', () => {
  assert.deepEqual(runErrors({}), []);
  assert.deepEqual(runErrors({}, true), [
    'Every peer is required here, yet "lists folders" was skipped (peer: dovecot is not installed).',
    'Every peer is required here, yet "idles" was skipped (peer: dovecot is not installed).',
  ]);
});

test('a run without a test, one that was cut off, and one with too many flaky files fail', () => {
  assert.deepEqual(runErrors({ files: [], counts: countResults([]) }), ['No test ran.']);
  assert.deepEqual(runErrors({ isComplete: false }), ['The run was cut off before its end.']);
  assert.deepEqual(runErrors({ flakyFiles: 3 }), []);
  assert.deepEqual(runErrors({ flakyFiles: 4 }), ['4 files were flaky; more than 3 fail the run.']);
});

test("a failure that only node's exit code reports fails the run", () => {
  assert.deepEqual(runErrors({ nodeExitCode: 1, hasFirstFailures: true }), []);
  assert.deepEqual(runErrors({ nodeExitCode: 1 }), [
    "Node's test runner ended with exit code 1, and no result says why.",
  ]);
});
