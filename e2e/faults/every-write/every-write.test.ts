import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCiTier } from '../../runner/tier.ts';
import { runEveryStart } from './every-start.ts';
import { runEveryWrite, sampleOfFaults, type EveryWriteResult } from './every-write.ts';
import { writeFaultsMissing } from './write-faults.ts';

/** One fault in each of some scenarios. The CI tier has all scenarios, and `npm run soak -- every-write` every single write. */
const samples: Record<string, () => Promise<EveryWriteResult>> = {
  'new mail': () => runEveryWrite('sync', { choose: sampleOfFaults(11, [5]) }),
  'a change': () => runEveryWrite('mutations', { choose: sampleOfFaults(12, [2]) }),
  'a restore': () => runEveryStart('restore', { choose: sampleOfFaults(14, [1]) }),
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
