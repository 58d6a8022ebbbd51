import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testModelFolder } from '../../daemon/features/semantic/test-semantic.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { sampleOf } from '../runner/tier.ts';
import { writeMailTree } from './mail-tree.ts';
import { runSemanticKills } from './semantic-kills.ts';

test('mail whose embedding was killed in the installation and in between is embedded completely at the end', async () => {
  const root = join(testFolder(), 'mail');
  writeMailTree(root, new Map([['', randomMessages({ count: 400, seed: 7 })]]));
  const outcome = await runSemanticKills({
    root,
    modelFolder: testModelFolder(),
    killDelaysMs: sampleOf([900, 1_500, 2_200], { few: 2, some: 2 }),
  });
  assert.ok(outcome.parts >= 400, `${outcome.parts} parts`);
  assert.deepEqual(outcome, { parts: outcome.parts, prepared: outcome.parts, mode: 'hybrid', faults: [] });
});
