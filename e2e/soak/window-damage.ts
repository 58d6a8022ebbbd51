/**
 * `npm run soak -- window-damage [FROM]`: twenty damaged profiles of an account on a real server, repaired by the buttons of
 * the app's window while there is no page, with the stand-in for Electron and the built daemon. One line per profile.
 */
import { dovecotMissing } from '../../testing/servers/dovecot.ts';
import { makeDamageHome } from '../faults/damage-home.ts';
import { damagedProfiles } from '../faults/store-damage.ts';
import { repairInWindow } from '../faults/window-repair.ts';

const [from = 0] = process.argv.slice(2).map(Number);

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const made = await makeDamageHome();
  const profiles = damagedProfiles.filter(({ isDiskFull = false }) => !isDiskFull).slice(from);
  let faults = 0;
  try {
    for (const profile of profiles) {
      const began = performance.now();
      const found = await repairInWindow(profile, made);
      faults += found.length;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${profile.name}: ${found.length === 0 ? 'repaired' : 'FAULT'} (${seconds} s)`);
      for (const fault of found) console.log(`FAULT ${fault}`);
    }
  } finally {
    await made.stop();
  }
  console.log(`${profiles.length} profiles: ${faults} faults`);
  return faults === 0 ? 0 : 1;
}
