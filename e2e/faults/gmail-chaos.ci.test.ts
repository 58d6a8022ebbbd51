import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runGmailChaos } from './gmail-chaos.ts';

test('changes from both sides, kills and cuts lead to the state of Gmail, and nothing is sent twice', async (t) => {
  const result = await runGmailChaos({ messages: 30, changes: 120, kills: 3, cuts: 4, seed: 7 });
  assert.deepEqual(result.faults, []);
  t.diagnostic(`${result.sends} sends, ${result.sent} sent, ${result.inDoubt} in doubt, ${result.requests} requests`);
});
