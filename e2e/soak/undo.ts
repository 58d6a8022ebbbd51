/**
 * `npm run soak -- undo [CHAINS] [SEED] [--verbose]`: seven conversations of two accounts are archived, undone during the
 * push, archived again and so on, on servers with different capabilities, over fast and slow connections.
 */
import { parseArgs } from 'node:util';
import { runUndoRace } from '../faults/undo-race.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';

const { values, positionals } = parseArgs({ options: { verbose: { type: 'boolean' } }, allowPositionals: true });
const [chains = 300, seed = Date.now() % 1_000_000] = positionals.map(Number);

/** The capabilities servers announce; undefined for all that Dovecot has. */
const servers: Record<string, string | undefined> = {
  modern: undefined,
  'without CONDSTORE': 'IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE NAMESPACE UIDPLUS MOVE SPECIAL-USE LIST-EXTENDED',
  'without MOVE': 'IMAP4rev1 SASL-IR LITERAL+ ID IDLE NAMESPACE UIDPLUS',
  old: 'IMAP4rev1',
};
const networkPaces = [undefined, { delayMs: 5, bytesPerSecond: 1_000_000 }, { delayMs: 40, bytesPerSecond: 100_000 }];

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const faults: string[] = [];
  for (const [server, capability] of Object.entries(servers))
    for (const [at, pace] of networkPaces.entries()) {
      const found = await runUndoRaceOn(server, capability, at, pace);
      for (const fault of found) console.log(`FAULT ${fault}`);
      faults.push(...found);
    }
  return faults.length === 0 ? 0 : 1;
}

async function runUndoRaceOn(
  server: string,
  capability: string | undefined,
  at: number,
  networkPace: (typeof networkPaces)[number],
): Promise<string[]> {
  const dovecot = await startDovecot(capability === undefined ? {} : { capability });
  const began = performance.now();
  const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const each = Math.ceil(chains / Object.keys(servers).length / networkPaces.length);
  try {
    const { actionCount, faults } = await runUndoRace({
      dovecot,
      users: dovecot.users,
      seed: seed + at,
      chains: each,
      killProbability: 0.03,
      ...(networkPace && { networkPace }),
      ...(values.verbose && { onAction: (what: string) => console.log(`${since()}    ${what}`) }),
    });
    const where = `on a server ${server}, ${networkPace ? `${networkPace.delayMs} ms away` : 'near by'}`;
    console.log(`${since()}  ${actionCount} acts ${where}: ${faults.length} faults (seed ${seed + at})`);
    return faults.map((fault) => `${where}, seed ${seed + at}: ${fault}`);
  } finally {
    await dovecot.stop();
  }
}
