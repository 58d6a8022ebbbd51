import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { smokeVerdict } from './smoke.ts';

const table = '\nStarting on 200 messages\n2 cores\nNAME   posthorn  peer\nfirst    540 ms  60 ms\n';
const missing = 'skipped: peer: notmuch is not here (apt-get install notmuch).\n';
const verdict = (output: string, exitCode: number | null = 0, arePeersRequired = false) =>
  smokeVerdict({ exitCode, output }, { arePeersRequired });

describe('a benchmark', () => {
  test('works if it ends with 0 and prints a table', () => assert.deepEqual(verdict(table), { state: 'ok' }));

  test('works if a peer is missing and it measures its own side', () => {
    assert.deepEqual(verdict(missing + table, 0, true), { state: 'ok' });
  });

  test('is skipped if it can measure nothing without its peer, unless peers are required', () => {
    const reason = 'peer: notmuch is not here (apt-get install notmuch).';
    assert.deepEqual(verdict(missing), { state: 'skipped', reason });
    assert.deepEqual(verdict(missing, 0, true), { state: 'failed', reason });
  });

  test('fails if it ends with another code or by a signal', () => {
    assert.deepEqual(verdict(table, 1), { state: 'failed', reason: 'its exit code is 1' });
    assert.deepEqual(verdict(table, null), { state: 'failed', reason: 'a signal ended it' });
  });

  test('fails if it prints no table, or a table without rows', () => {
    const reason = 'it printed no table of comparisons or figures';
    assert.deepEqual(verdict('Writing S-200 …\n'), { state: 'failed', reason });
    assert.deepEqual(verdict('\nTitle\n2 cores\nNAME  value\n\n'), { state: 'failed', reason });
  });

  test('fails if a value is not a number', () => {
    assert.deepEqual(verdict('Title\n2 cores\nNAME    value\nsearch  NaN ms\n'), {
      state: 'failed',
      reason: 'a value of its table is not a number: search  NaN ms',
    });
  });
});
