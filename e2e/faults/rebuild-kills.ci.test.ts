import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { sampleOf } from '../runner/tier.ts';
import { writeMailTree } from './mail-tree.ts';
import { runRebuildKills } from './rebuild-kills.ts';

const messages = 1_500;

test('an index whose rebuilding is killed is complete at the end', async (t) => {
  const root = join(testFolder(), 'mail');
  const expectedFolders = writeMailTree(root, new Map([['', randomMessages({ count: messages, seed: 7 })]]));
  const outcome = await runRebuildKills({
    root,
    expectedFolders,
    killDelaysMs: sampleOf([600, 1_100], { few: 2, some: 2 }),
    onKill: (number, ms) => t.diagnostic(`kill ${number}: ${ms} ms after its start`),
  });
  assert.deepEqual(outcome, { messages, faults: [] });
});
