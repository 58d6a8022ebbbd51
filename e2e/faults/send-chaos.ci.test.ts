import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postfixMissing, startMailServers } from '../../testing/servers/postfix.ts';
import { countOf } from '../runner/tier.ts';
import { runSendChaos } from './send-chaos.ts';

/** Change it to try other moments; a failure names its seed. */
const seed = 20_261_122;
/** The soak test has more sends and more kills. */
const sends = countOf({ some: 6, all: 20 });

const options = { skip: postfixMissing() ?? false };

test(
  `${sends} sends through Postfix, with kills and cuts at random bytes: each arrives once or is reported as failed (seed ${seed})`,
  options,
  async (t) => {
    const post = await startMailServers();
    try {
      const outcome = await runSendChaos({
        post,
        sends,
        kills: countOf({ some: 1, all: 2 }),
        batchSize: 5,
        seed,
        onDisruption: (what) => t.diagnostic(what),
      });
      t.diagnostic(`${outcome.sent} sent, ${outcome.inDoubt} in doubt, ${outcome.failed} failed`);
      assert.deepEqual(outcome.faults, []);
      assert.equal(outcome.sent + outcome.inDoubt + outcome.failed, sends);
    } finally {
      await post.stop();
    }
  },
);
