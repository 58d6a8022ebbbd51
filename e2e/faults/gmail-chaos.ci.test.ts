import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf } from '../runner/tier.ts';
import { runGmailChaos } from './gmail-chaos.ts';

test('changes from both sides, kills and cuts lead to the state of Gmail, and nothing is sent twice', async (t) => {
  const result = await runGmailChaos({
    messages: 30,
    changes: countOf({ some: 20, all: 120 }),
    kills: countOf({ some: 1, all: 3 }),
    cuts: countOf({ some: 2, all: 4 }),
    seed: 7,
  });
  assert.deepEqual(result.faults, []);
  t.diagnostic(`${result.sends} sends, ${result.sent} sent, ${result.inDoubt} in doubt, ${result.requests} requests`);
});
