/**
 * `npm run soak -- semantic-kills [MESSAGES] [KILLS]`: kills the daemon again and again while it embeds mail anew: after `reindex`, a
 * backfill, an installation of other files, a change of the profile, and the loss of the index. After each start searches are answered by
 * meaning at once where vectors were there before, and in the end all mail has its vectors.
 */
import { join } from 'node:path';
import { testFolder } from '../../daemon/test-folder.ts';
import { writeTestModel } from '../../daemon/models/test-model.ts';
import { writeMailTree } from '../faults/mail-tree.ts';
import { runSemanticPhaseKills } from '../faults/semantic-phase-kills.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

const [messages = 1_000, kills = 12] = process.argv.slice(2).map(Number);

const root = join(testFolder(), 'mail');
writeMailTree(root, new Map([['', randomMessages({ count: messages, seed: 11 })]]));
const models = { first: testFolder(), second: testFolder() };
writeTestModel(models.first);
writeTestModel(models.second, { groups: [['car', 'supper']] });
const killDelaysMs = Array.from({ length: kills }, (_, at) => 40 + 137 * at);

const { phases, faults } = await runSemanticPhaseKills({ root, models, killDelaysMs });
for (const { phase, parts, prepared, modes } of phases)
  console.log(
    `${phase}: ${prepared} of ${parts} parts are prepared, ${modes.length} searches by meaning were answered`,
  );
for (const fault of faults) console.log(fault);
const isComplete = phases.every(({ parts, prepared }) => parts >= messages && prepared === parts);
process.exitCode = isComplete && faults.length === 0 ? 0 : 1;
