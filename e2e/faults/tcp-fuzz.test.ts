import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzTcp } from './tcp-fuzz.ts';

test('random and malformed frames before Authenticate are all refused; npm run soak -- tcp sends 100,000', async () => {
  const { frames, refusals, faults } = await fuzzTcp({ frames: 400, seed: 20_260_310 });
  assert.deepEqual(faults, []);
  assert.ok(refusals > frames / 2, `${refusals} refusals of ${frames} frames`);
});
