import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHungEmbedder } from './hung-embedder.ts';

test('with a hung embedder mail is found, read, synced and sent, and the daemon ends when it is asked to (checklist 47)', async () => {
  const { during, mode, notes } = await runHungEmbedder({ rounds: 1 });
  assert.deepEqual(
    Object.entries(during).map(([act, { length }]) => [act, length]),
    [
      ['search', 1],
      ['read', 1],
      ['sync', 1],
      ['send', 1],
    ],
  );
  assert.equal(mode, 'lexical');
  assert.deepEqual(notes, ['Found by words alone: the model didn’t answer in time.']);
});
