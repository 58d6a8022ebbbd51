/**
 * `npm run soak -- damage [FROM]`: twenty damaged profiles of an account on a real server, and three on a full disk, each
 * repaired over HTTP, on the command line and on the page, one line per repair. Before each repair a client that knows the
 * specification only connects to the degraded daemon.
 */
import { dovecotMissing } from '../../testing/servers/dovecot.ts';
import { makeDamageHome } from '../faults/damage-home.ts';
import { onCommandLine, onPage, overHttp, type RepairWay } from '../faults/repair-ways.ts';
import { damagedProfiles, profileMissing, repairDamaged } from '../faults/store-damage.ts';
import { launchBrowser, skip as browserMissing } from '../web/browser.ts';

const [from = 0] = process.argv.slice(2).map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const { home, start, messages, stop } = await makeDamageHome();
  const browser = browserMissing === false ? await launchBrowser() : undefined;
  if (!browser) console.log(`The page is skipped: ${String(browserMissing)}`);
  const ways: RepairWay[] = [overHttp, onCommandLine, ...(browser ? [onPage(browser)] : [])];
  const faults: string[] = [];
  let repairs = 0;
  try {
    for (const profile of damagedProfiles.slice(from)) {
      const reason = profileMissing(profile);
      if (reason !== undefined) console.log(`${profile.name}: skipped, ${reason}`);
      for (const way of reason === undefined ? ways : []) {
        const began = performance.now();
        const found = await repairDamaged(profile, { home, way, start, messages });
        faults.push(...found);
        repairs++;
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        console.log(`${profile.name}, ${way.name}: ${found.length === 0 ? 'repaired' : 'FAULT'} (${seconds} s)`);
        for (const fault of found) console.log(`FAULT ${fault}`);
      }
    }
  } finally {
    await browser?.close();
    await stop();
  }
  console.log(`${repairs} repairs of ${damagedProfiles.length} profiles: ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}
