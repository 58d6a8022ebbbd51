/**
 * `npm run soak -- two-clients [ACTS] [SEED] [--verbose]`: a user of Posthorn and another client change one mailbox at random,
 * through kills and cut connections; then the messages that a folder of the server has twice are counted. With `--verbose` one
 * line per act.
 */
import { parseArgs } from 'node:util';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { seedMailbox } from '../faults/chaos-mailbox.ts';
import { countDuplicates } from '../faults/duplicates.ts';

const { values, positionals } = parseArgs({ options: { verbose: { type: 'boolean' } }, allowPositionals: true });
const [acts = 10_000, seed = Date.now() % 1_000_000] = positionals.map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const dovecot = await startDovecot();
  try {
    const [user] = dovecot.users;
    if (!user) throw new Error('The test server has no user.');
    seedMailbox(dovecot, user, { messages: Math.min(1_500, 100 + Math.ceil(acts / 5)), seed });
    const often = Math.ceil(acts / 400);
    const began = performance.now();
    const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const { acts: done, duplicates } = await countDuplicates({
      dovecot,
      user,
      seed,
      acts,
      kills: often,
      cuts: often,
      onDisruption: (what) => console.log(`${since()}  ${what}`),
      ...(values.verbose && { onAction: (what: string) => console.log(`${since()}    ${what}`) }),
    });
    for (const duplicate of duplicates) console.log(`FAULT ${duplicate}`);
    console.log(`${done} acts of two clients, ${since()}: ${duplicates.length} duplicates (seed ${seed})`);
    return duplicates.length === 0 ? 0 : 1;
  } finally {
    await dovecot.stop();
  }
}
