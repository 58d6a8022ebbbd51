import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaintsAbout, readSummary, skipLines } from './summary.ts';

const report = `TAP version 13
# Subtest: inbox
    # Subtest: dovecot lists folders
    ok 1 - dovecot lists folders # SKIP peer: dovecot is not installed
    # Subtest: # SKIP is only a word here
    ok 2 - counts
    1..2
ok 1 - inbox
ok 2 - dovecot idles # SKIP peer: dovecot is not installed
ok 3 - on macOS # SKIP
# tests 99 printed by a test
1..3
# tests 4
# suites 0
# pass 1
# fail 0
# cancelled 0
# skipped 3
# todo 0
# duration_ms 12.5
`;

test('skips are counted by their reason', () => {
  assert.deepEqual(skipLines(readSummary(report)), [
    'Skipped 2: peer: dovecot is not installed',
    'Skipped 1: no reason given',
  ]);
});

test('the summary closes with the lines of the node runner', () => {
  const { closing, tests } = readSummary(report);
  assert.equal(tests, 4);
  assert.equal(closing[0], '# tests 4');
  assert.equal(closing.at(-1), '# duration_ms 12.5');
});

test('a skipped peer is a failure only where peers are required', () => {
  const summary = readSummary(report);
  assert.deepEqual(complaintsAbout(summary, { arePeersRequired: false }), []);
  assert.deepEqual(complaintsAbout(summary, { arePeersRequired: true }), [
    'Every peer is required here, yet "dovecot lists folders" was skipped (peer: dovecot is not installed).',
    'Every peer is required here, yet "dovecot idles" was skipped (peer: dovecot is not installed).',
  ]);
});

test('a run without a test is a failure', () => {
  assert.deepEqual(complaintsAbout(readSummary('TAP version 13\n1..0\n# tests 0\n'), { arePeersRequired: false }), [
    'No test ran.',
  ]);
});

test('a run that was broken off is a failure', () => {
  const summary = readSummary('TAP version 13\nok 1 - fine\n# Interrupted while running: slow.test.ts\n');
  assert.deepEqual(complaintsAbout(summary, { arePeersRequired: false }), ['The run was broken off before its end.']);
});
