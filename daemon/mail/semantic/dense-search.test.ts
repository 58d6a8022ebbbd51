import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import type { ReadDb } from '../../store/db.ts';
import { createDenseSearch } from './dense-search.ts';

/** A store in which a profile serves. */
const serving = { profile: 'bge-m3', files: '[]', serving_model: 'bge-m3@0123456789abcdef' };
const read = { all: () => [serving] } as unknown as ReadDb;

test('a hung embedder delays a search by a fixed time once, and those after it not at all (checklist 47)', async () => {
  const clock = movableClock('2026-03-10T08:00:00.000Z');
  let answer = (_vector: Float32Array): void => undefined;
  let asked = 0;
  const search = createDenseSearch({
    read,
    clock,
    settings: () => ({ enabled: true, active_profile: 'bge-m3' }),
    progress: () => undefined,
    embedQuery: () => (asked++, new Promise((resolve) => (answer = resolve))),
    closest: async () => [{ sort_key: 1, score: 1 }],
    similar: async () => [],
  });
  const hung = search.find('dinner plans', []);
  clock.advance(4_000);
  assert.deepEqual(await hung, { reason: 'the model didn’t answer in time' });
  assert.deepEqual(await search.find('dinner', []), { reason: 'the model is still busy with an earlier search' });
  assert.equal(asked, 1);
  answer(new Float32Array(1_024));
  await new Promise((resolve) => setImmediate(resolve));
  const next = search.find('dinner', []);
  answer(new Float32Array(1_024));
  assert.ok('hits' in ((await next) ?? {}));
  assert.equal(await search.find('from:ada is:unread', []), undefined);
});
