/**
 * `npm run soak -- sends [SENDS] [KILLS] [SEED]`: sends through Postfix while the connection breaks and the daemon is
 * killed.
 */
import { runSendChaos } from '../faults/send-chaos.ts';
import { postfixMissing, startMailServers } from '../../testing/servers/postfix.ts';

const [sends = 1_000, kills = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

const missing = postfixMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const post = await startMailServers();
  try {
    const began = performance.now();
    const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    console.log(`${sends} sends, ${kills} kills, seed ${seed}`);
    const onDisruption = (what: string) => console.log(`${since()}  ${what}`);
    const { faults, sent, inDoubt, failed, cuts } = await runSendChaos({
      post,
      sends,
      kills,
      batchSize: 3,
      seed,
      onDisruption,
    });
    for (const fault of faults) console.log(`FAULT ${fault}`);
    const verdict = faults.length === 0 ? 'none twice, none lost, none misreported' : `${faults.length} faults`;
    console.log(
      `${sends} sends, ${kills} kills, ${cuts} cuts, ${since()}: ${sent} sent, ${inDoubt} in doubt, ${failed} failed`,
    );
    console.log(`${verdict} (seed ${seed})`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await post.stop();
  }
}
