/**
 * `npm run soak -- sync [--seed N] [--messages N] [--changes N] [--kills N] [--cuts N] [--verbose]`: a mailbox that another
 * client changes at random is synced through kills, cut connections and folders that are renumbered, renamed and deleted;
 * one line per fault, and with `--verbose` one per change.
 */
import { parseArgs } from 'node:util';
import { seedMailbox } from '../faults/chaos-mailbox.ts';
import { chaosRounds, runSyncChaos, type SyncChaosResult } from '../faults/sync-chaos.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { seed: text, messages: text, changes: text, kills: text, cuts: text, verbose: { type: 'boolean' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const messages = Number(values.messages ?? 20_000);
const changes = Number(values.changes ?? Math.ceil(messages / 5));
const kills = Number(values.kills ?? 50);
const cuts = Number(values.cuts ?? 50);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const dovecot = await startDovecot();
  try {
    const [user] = dovecot.users;
    if (!user) throw new Error('The test server has no user.');
    seedMailbox(dovecot, user, { messages, seed });
    console.log(`${messages} messages, ${changes} changes, ${kills} kills, ${cuts} cuts, seed ${seed}`);
    const few = Math.ceil((kills + cuts) / 20);
    const folders = { renumber: few, renameFolder: few, deleteFolder: few, recreateFolder: few };
    const began = performance.now();
    const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const outcome = await runSyncChaos({
      dovecot,
      user,
      seed,
      rounds: chaosRounds({ changes, disruptions: { kill: kills, cut: cuts, stall: few, ...folders }, seed }),
      onDisruption: (what) => console.log(`${since()}  ${what}`),
      ...(values.verbose && { onChange: (what) => console.log(`${since()}    ${what}`) }),
    });
    return report(outcome, since());
  } finally {
    await dovecot.stop();
  }
}

function report({ messages: stored, faults, fetchedWhenIdle }: SyncChaosResult, took: string): number {
  const complaints = [
    ...faults,
    ...(fetchedWhenIdle === 0 ? [] : [`After it was quiet, ${fetchedWhenIdle} messages were fetched again.`]),
  ];
  for (const complaint of complaints) console.log(`FAULT ${complaint}`);
  const verdict = complaints.length === 0 ? 'store, index and server agree' : `${complaints.length} faults`;
  console.log(`${kills} kills, ${cuts} cuts, ${stored} messages, ${took}: ${verdict} (seed ${seed})`);
  return complaints.length === 0 ? 0 : 1;
}
