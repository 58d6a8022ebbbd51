/** `npm run soak -- import-kill [KILLS] [SEED]`: an import of real mail with repeated kills, one line per kill. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusMail, corpusMissing } from '../corpus.ts';
import { runImportKills } from '../faults/import-kills.ts';
import { randomKillTimes } from '../faults/sync-kills.ts';
import { writeMailTree } from '../faults/mail-tree.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

process.exitCode = await soak();

async function soak(): Promise<number> {
  const noCorpus = corpusMissing();
  if (noCorpus) console.log(`${noCorpus}; only made-up messages are imported`);
  const mail = randomMessages({ count: noCorpus ? 4_000 : 1_000, seed });
  const real = noCorpus ? [] : [...corpusMail()].map(([set, mail]) => [`.${set}`, distinctContents(mail)] as const);
  const folders = new Map([
    ['', mail],
    ...real,
    ['.Copies', mail.filter((_, n) => n % 10 === 7)],
    ['Family', randomMessages({ count: 1_000, seed: seed + 1 })],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-import-'));
  try {
    const root = join(folder, 'mail');
    const expectedFolders = writeMailTree(root, folders);
    const messages = new Set(expectedFolders.flatMap((each) => each.messages.map(({ hash }) => hash))).size;
    console.log(`${messages} messages, ${kills} kills, seed ${seed}`);
    const began = performance.now();
    const outcome = await runImportKills({
      root,
      expectedFolders,
      killTimes: randomKillTimes({ kills, messages, seed }),
      onKill: ({ number, killTime, stored }) =>
        console.log(
          `kill ${number}: ${killTime.delayMs} ms after ${stored === undefined ? 'its start' : `${stored} messages were stored`}`,
        ),
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const complaints = [
      ...outcome.faults,
      ...(outcome.status === 'succeeded' ? [] : [`The import ended as ${outcome.status}.`]),
      ...(outcome.messages === messages ? [] : [`${outcome.messages} messages are stored instead of ${messages}.`]),
    ];
    for (const complaint of complaints) console.log(`FAULT ${complaint}`);
    const verdict = complaints.length === 0 ? 'nothing lost, nothing doubled' : `${complaints.length} faults`;
    console.log(`${kills} kills, ${outcome.messages} messages, ${seconds} s: ${verdict}`);
    return complaints.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each content once: a folder keeps the same message once. */
function distinctContents(mail: readonly Buffer[]): Buffer[] {
  return [...new Map(mail.map((bytes) => [bytes.toString('latin1'), bytes])).values()];
}
