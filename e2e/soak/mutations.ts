/**
 * `npm run soak -- mutations [COUNT] [SEED] [--verbose]`: a user changes mail at random while another client also changes
 * it, and then undoes everything, through kills and cut connections; one line per fault, and with `--verbose` one per
 * change.
 */
import { parseArgs } from 'node:util';
import { seedMailbox, seedCopies } from '../faults/chaos-mailbox.ts';
import { runMutationChaos } from '../faults/mutation-chaos.ts';
import { chaosRounds } from '../faults/sync-chaos.ts';
import { runUndoChaos } from '../faults/undo-chaos.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';

const { values, positionals } = parseArgs({ options: { verbose: { type: 'boolean' } }, allowPositionals: true });
const [count = 10_000, seed = Date.now() % 1_000_000] = positionals.map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const dovecot = await startDovecot();
  const [first, second] = dovecot.users;
  if (!first || !second) throw new Error('The test server has no users.');
  try {
    const messages = Math.min(3_000, 200 + Math.ceil(count / 5));
    const began = performance.now();
    const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const few = Math.ceil(count / 1_000);
    const often = Math.max(2, Math.ceil(count / 200));
    const lines = {
      onDisruption: (what: string) => console.log(`${since()}  ${what}`),
      ...(values.verbose && { onAction: (what: string) => console.log(`${since()}    ${what}`) }),
    };
    console.log(`${count} mutations, ${messages} messages, seed ${seed}`);
    seedMailbox(dovecot, first, { messages, seed });
    seedCopies(dovecot, first, { messages: Math.ceil(messages / 20), seed });
    const folders = { renumber: few, renameFolder: few, deleteFolder: few, recreateFolder: few };
    const both = await runMutationChaos({
      dovecot,
      user: first,
      seed,
      rounds: chaosRounds({
        changes: Math.ceil(count * 0.7),
        disruptions: { kill: often, cut: often, stall: few, ...folders },
        seed,
      }),
      ...lines,
    });
    console.log(`${since()}  ${both.mutations} mutations with another client, ${both.refused} messages refused`);
    seedMailbox(dovecot, second, { messages: Math.ceil(messages / 4), seed });
    seedCopies(dovecot, second, { messages: Math.ceil(messages / 20), seed });
    const alone = await runUndoChaos({
      dovecot,
      user: second,
      seed,
      rounds: chaosRounds({
        changes: Math.floor(count * 0.3),
        // After a renumbering, two copies in one folder cannot be distinguished.
        disruptions: { kill: often, cut: often, stall: few },
        seed,
      }),
      ...lines,
    });
    console.log(`${since()}  ${alone.mutations} mutations alone, ${alone.undone} undone`);
    return report([...both.faults, ...alone.faults], since());
  } finally {
    await dovecot.stop();
  }
}

function report(faults: readonly string[], took: string): number {
  for (const fault of faults) console.log(`FAULT ${fault}`);
  const verdict =
    faults.length === 0 ? 'store, index and server agree, and every undo was exact' : `${faults.length} faults`;
  console.log(`${count} mutations, ${took}: ${verdict} (seed ${seed})`);
  return faults.length === 0 ? 0 : 1;
}
