/** `npm run soak -- approvals [COUNT] [KILLS] [SEED]`: 1,000 approved acts of an agent, with repeated kills. */
import { postfixMissing, startMailServers } from '../../testing/servers/postfix.ts';
import { runApprovalKills } from '../faults/approval-kills.ts';

const [approvals = 1_000, kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const missing = postfixMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const post = await startMailServers();
  try {
    console.log(`${approvals} approvals, ${kills} kills, seed ${seed}`);
    const began = performance.now();
    const { states, inDoubt, faults } = await runApprovalKills({
      post,
      approvals,
      kills,
      seed,
      onKill: ({ number, afterMs, ended }) =>
        console.log(`kill ${number} after ${afterMs} ms: ${ended} acts have ended`),
    });
    for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const verdict = faults.length === 0 ? 'each act was done once' : `${faults.length} faults`;
    console.log(`${JSON.stringify(states)}, ${inDoubt} sends in doubt, ${kills} kills, ${seconds} s: ${verdict}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await post.stop();
  }
}
