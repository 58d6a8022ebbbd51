/**
 * `npm run soak -- followers [KILLS] [SEED]`: a program that follows changes and one that is sent events, while the daemon is
 * killed again and again during syncs and mutations.
 */
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { seedMailbox } from '../faults/chaos-mailbox.ts';
import { runFollowerKills } from '../faults/follower-kills.ts';

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const dovecot = await startDovecot();
  try {
    const user = dovecot.users[0]!;
    seedMailbox(dovecot, user, { messages: 400, seed });
    console.log(`${kills} kills, seed ${seed}`);
    const began = performance.now();
    const { faults, ...counts } = await runFollowerKills({
      dovecot,
      user,
      kills,
      changes: 20,
      seed,
      onKill: (what) => console.log(what),
    });
    for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
    const verdict = faults.length === 0 ? 'nothing was missed' : `${faults.length} faults`;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${JSON.stringify(counts)}, ${kills} kills, ${seconds} s: ${verdict}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await dovecot.stop();
  }
}
