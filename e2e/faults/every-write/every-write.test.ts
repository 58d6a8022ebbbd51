import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCiTier } from '../../runner/tier.ts';
import { runEveryStart } from './every-start.ts';
import { runEveryWrite, sampleOfFaults, type EveryWriteResult } from './every-write.ts';
import { writeFaultsMissing } from './write-faults.ts';

/** A few faults of some scenarios. The CI tier has all scenarios, and `npm run soak -- every-write` every single write. */
const samples: Record<string, () => Promise<EveryWriteResult>> = {
  'new mail': () => runEveryWrite('sync', { choose: sampleOfFaults(11, [1, 5]) }),
  'a change': () => runEveryWrite('mutations', { choose: sampleOfFaults(12, [2, 5]) }),
  'a setting': () => runEveryWrite('config', { choose: sampleOfFaults(13, [4, 5]) }),
  'a restore': () => runEveryStart('restore', { choose: sampleOfFaults(14, [1, 3]) }),
};

const skip = isCiTier ? 'every-write.ci.test.ts has these scenarios' : writeFaultsMissing();

describe('after a fault at a single write nothing is lost or doubled', { skip }, () => {
  for (const [name, run] of Object.entries(samples))
    test(name, async () => {
      const { injected, failures } = await run();
      assert.deepEqual(failures, []);
      assert.ok(injected > 0);
    });
});
