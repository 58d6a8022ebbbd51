/** `npm run soak -- rules [KILLS] [SEED]`: 5,000 messages arrive beside 20,000 old ones, with repeated kills. */
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { runRuleKills } from '../faults/rule-kills.ts';

const [kills = 30, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const dovecot = await startDovecot();
  try {
    const [user] = dovecot.users;
    if (!user) throw new Error('The test server has no user.');
    console.log(`${kills} kills, seed ${seed}`);
    const began = performance.now();
    const faults = await runRuleKills({
      dovecot,
      user,
      before: 20_000,
      arriving: 5_000,
      kills,
      seed,
      onKill: ({ number, stored }) => console.log(`kill ${number}: ${stored} new messages are stored`),
    });
    for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const verdict =
      faults.length === 0 ? 'each rule was applied once, and never to old mail' : `${faults.length} faults`;
    console.log(`${kills} kills, ${seconds} s: ${verdict}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await dovecot.stop();
  }
}
