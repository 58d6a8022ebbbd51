import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postfixMissing, startMailServers } from '../../testing/servers/postfix.ts';
import { countOf } from '../runner/tier.ts';
import { runApprovalKills } from './approval-kills.ts';

/** Change it to try other moments; a failure names its seed. */
const seed = 20_261_126;
/** The soak test has more approvals and more kills. */
const approvals = countOf({ some: 6, all: 24 });

const options = { skip: postfixMissing() ?? false };

test(`${approvals} approved acts of an agent, with kills: each is done once (seed ${seed})`, options, async (t) => {
  const post = await startMailServers();
  try {
    const onKill = ({ number, afterMs, ended }: { number: number; afterMs: number; ended: number }) =>
      t.diagnostic(`kill ${number} after ${afterMs} ms: ${ended} acts have ended`);
    const { states, inDoubt, faults } = await runApprovalKills({
      post,
      approvals,
      kills: countOf({ some: 2, all: 3 }),
      seed,
      onKill,
    });
    t.diagnostic(`${JSON.stringify(states)}, ${inDoubt} sends in doubt`);
    assert.deepEqual(faults, []);
    assert.deepEqual(states, { done: approvals });
  } finally {
    await post.stop();
  }
});
