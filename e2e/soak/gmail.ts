/**
 * `npm run soak -- gmail [CHANGES] [KILLS] [CUTS] [SEED]`: a Gmail account is changed from both sides while the daemon is killed and
 * its connections are cut.
 */
import { runGmailChaos } from '../faults/gmail-chaos.ts';

const [changes = 5_000, kills = 30, cuts = 30, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const began = performance.now();
const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const messages = Math.min(2_000, Math.ceil(changes / 10));
console.log(`${messages} messages, ${changes} changes, ${kills} kills, ${cuts} cuts, seed ${seed}`);
const onDisruption = (what: string) => console.log(`${since()}  ${what}`);
const { faults, sends, sent, inDoubt, requests } = await runGmailChaos({
  messages,
  changes,
  kills,
  cuts,
  seed,
  onDisruption,
});
for (const fault of faults) console.log(`FAULT ${fault}`);
const verdict = faults.length === 0 ? 'store and Gmail agree, nothing was sent twice' : `${faults.length} faults`;
console.log(
  `${sends} sends: ${sent} sent, ${inDoubt} in doubt; ${requests} requests; ${since()}: ${verdict} (seed ${seed})`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
