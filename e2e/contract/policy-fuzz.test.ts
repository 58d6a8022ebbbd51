import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzPolicies } from './policy-fuzz.ts';

const requests = 240;

/** `npm run soak -- openapi-fuzz` sends ten thousand. */
test('random requests of every kind of client under every policy meet no fault, and a refused one changes nothing', async (t) => {
  const result = await fuzzPolicies({ after: (close) => t.after(close) }, { requests, seed: 20_260_310, messages: 12 });
  assert.deepEqual(result.faults, []);
  assert.equal(result.requestCount, requests);
  for (const status of [200, 400, 401, 403])
    assert.ok((result.statuses[status] ?? 0) > 5, `few answers ${status}: ${JSON.stringify(result.statuses)}`);
});
