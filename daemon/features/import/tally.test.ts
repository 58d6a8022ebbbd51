import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Piece } from './pieces.ts';
import { tallyOf, type Counted } from './tally.ts';

const start: Counted = {
  succeeded: 0,
  skipped: 0,
  failed: 0,
  position: undefined,
  passed_over: 0,
  problems: [],
};

const piece = (units: number, more: Partial<Piece> = {}): Piece => ({
  folder: 'Inbox',
  items: [],
  bytes: 0,
  problems: [],
  passedOver: 0,
  at: { place: '', step: 'files', name: 'box' },
  units,
  ...more,
});

const stored = (added: number, known = 0, failed = 0) => ({
  added,
  known,
  problems: Array.from({ length: failed }, () => ({ file: '/mail/box', reason: 'It was changed.' })),
});

test('a mailbox that is read again from its beginning is counted once', () => {
  const tally = tallyOf(start, 10);
  tally.count(piece(0, { mailbox: { file: '/mail/box', isAgain: false } }), stored(0));
  tally.count(piece(4), stored(3, 1));
  tally.count(piece(5), stored(0, 0, 2));
  tally.count(piece(0, { mailbox: { file: '/mail/box', isAgain: true } }), stored(0));
  tally.count(piece(7), stored(2, 4));
  const { added, known, failed, problems } = tally.state();
  assert.deepEqual([added, known, failed], [5, 1, 0]);
  assert.deepEqual(problems, [
    { file: '/mail/box', reason: 'It was changed while it was being imported, and was read again from its beginning.' },
  ]);
});

test('the total is what was surveyed, then what follows from what came of it', () => {
  const tally = tallyOf({ ...start, succeeded: 40, skipped: 10 }, 100);
  assert.equal(tally.total(), 150);
  tally.count(piece(10), stored(20));
  assert.equal(tally.total(), 250);
  tally.count(piece(100), stored(80));
  assert.equal(tally.total(), 150);
});
