import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WalkBatch } from './walk-batches.ts';
import { createTally, type ImportCounts } from './tally.ts';

const start: ImportCounts = {
  succeeded: 0,
  skipped: 0,
  failed: 0,
  position: undefined,
  passed_over: 0,
  problems: [],
};

const walkBatch = (units: number, more: Partial<WalkBatch> = {}): WalkBatch => ({
  folder: 'Inbox',
  items: [],
  bytes: 0,
  problems: [],
  passedOver: 0,
  at: { directory: '', step: 'files', name: 'box' },
  units,
  ...more,
});

const stored = (added: number, known = 0, failed = 0) => ({
  added,
  known,
  problems: Array.from({ length: failed }, () => ({ file: '/mail/box', reason: 'It was changed.' })),
});

test('a mailbox that is read again from its beginning is counted once', () => {
  const tally = createTally(start, 10);
  tally.count(walkBatch(0, { mailbox: { file: '/mail/box', isAgain: false } }), stored(0));
  tally.count(walkBatch(4), stored(3, 1));
  tally.count(walkBatch(5), stored(0, 0, 2));
  tally.count(walkBatch(0, { mailbox: { file: '/mail/box', isAgain: true } }), stored(0));
  tally.count(walkBatch(7), stored(2, 4));
  const { added, known, failed, problems } = tally.state();
  assert.deepEqual([added, known, failed], [5, 1, 0]);
  assert.deepEqual(problems, [
    { file: '/mail/box', reason: 'It was changed while it was being imported, and was read again from its beginning.' },
  ]);
});

test('the total is the survey, then an estimate from the results', () => {
  const tally = createTally({ ...start, succeeded: 40, skipped: 10 }, 100);
  assert.equal(tally.total(), 150);
  tally.count(walkBatch(10), stored(20));
  assert.equal(tally.total(), 250);
  tally.count(walkBatch(100), stored(80));
  assert.equal(tally.total(), 150);
});
