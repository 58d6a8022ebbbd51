/** `npm run soak -- backup [KILLS] [SEED]`: backups are made and restored, with repeated kills, one line per kill. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../../daemon/demo/random.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { runBackupKills, describeKillTime, type BackupKillTime } from '../faults/backup-kills.ts';
import { writeMailTree } from '../faults/mail-tree.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

const [kills = 24, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const random = randomFrom(seed);
const root = testFolder();
const tree = (name: string, folder: string, count: number, mailSeed: number) => {
  mkdirSync(join(root, name));
  const expectedFolders = writeMailTree(
    join(root, name),
    new Map([[folder, randomMessages({ count, seed: mailSeed })]]),
  );
  return { root: join(root, name), expectedFolders };
};
const moments = Array.from({ length: kills }, (_, number): BackupKillTime => {
  if (number % 3 === 0) return { phase: 'backup', delayMs: random.below(1_200) };
  if (number % 3 === 1) return { phase: 'restore', delayMs: random.below(2_500) };
  return { phase: 'staged', startDelayMs: random.between(150, 900) };
});
console.log(`${kills} kills, seed ${seed}`);
const began = performance.now();
const faults = await runBackupKills({
  trees: [tree('first', '', 2_000, seed), tree('second', 'Later', 1_000, seed + 1)],
  killTimes: moments,
  onKill: ({ number, killTime, messages }) =>
    console.log(`kill ${number}, ${describeKillTime(killTime)}; then ${messages} messages`),
});
for (const fault of faults) console.log(`FAULT ${fault}`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(
  `${kills} kills, ${seconds} s: ${faults.length === 0 ? 'never half of anything' : `${faults.length} faults`}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
