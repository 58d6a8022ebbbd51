/** `npm run soak -- rebuild-kill [KILLS] [SEED]`: the index is rebuilt with repeated kills, one line per kill. */
import { join } from 'node:path';
import { randomFrom } from '../../daemon/demo/random.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { writeMailTree } from '../faults/mail-tree.ts';
import { runRebuildKills } from '../faults/rebuild-kills.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const count = 5_000;

const random = randomFrom(seed);
const root = join(testFolder(), 'mail');
const expected = writeMailTree(root, new Map([['', randomMessages({ count, seed })]]));
console.log(`${count} messages, ${kills} kills, seed ${seed}`);
const began = performance.now();
const { messages, faults } = await runRebuildKills({
  root,
  expectedFolders: expected,
  killDelaysMs: Array.from({ length: kills }, () => random.between(300, 2_500)),
  onKill: (number, ms) => console.log(`kill ${number}: ${ms} ms after its start`),
});
const complaints = [...faults, ...(messages === count ? [] : [`${messages} messages are found instead of ${count}.`])];
for (const complaint of complaints) console.log(`FAULT ${complaint}`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const verdict = complaints.length === 0 ? 'nothing lost, index and store agree' : `${complaints.length} faults`;
console.log(`${kills} kills, ${messages} messages, ${seconds} s: ${verdict}`);
process.exitCode = complaints.length === 0 ? 0 : 1;
