/**
 * `npm run soak -- damage [FROM]`: twenty damaged profiles of an account on a real server, and three on a full disk, each
 * repaired over HTTP, on the command line and on the page, one line per repair. Before each repair a client that knows the
 * specification only connects to the degraded daemon.
 */
import { timeId } from '../../daemon/base/ids.ts';
import { until } from '../../daemon/test-until.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { makeHome, startDaemon, type Home, type StartOptions } from '../daemon-process.ts';
import { onCommandLine, onPage, overHttp, type RepairWay } from '../faults/repair-ways.ts';
import { damagedProfiles, profileMissing, repairDamaged } from '../faults/store-damage.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { launchBrowser, skip as browserMissing } from '../web/browser.ts';

const [from = 0] = process.argv.slice(2).map(Number);
const messages = 400;

const missing = dovecotMissing();
if (missing) console.log(`skipped: ${missing}`);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const dovecot = await startDovecot();
  const [user] = dovecot.users;
  if (!user) throw new Error('The test server has no user.');
  dovecot.seed(user.user, 'INBOX', randomMessages({ count: messages, seed: 24 }));
  const { caFile } = dovecot;
  const home = makeHome([
    {
      key: 'work',
      name: 'Work',
      email: user.email,
      port: dovecot.imapPort,
      username: user.user,
      password: user.password,
    },
  ]);
  const start: StartOptions = { caFile, isBundled: true, hasShortWaits: true };
  const browser = browserMissing === false ? await launchBrowser() : undefined;
  if (!browser) console.log(`The page is skipped: ${String(browserMissing)}`);
  const ways: RepairWay[] = [overHttp, onCommandLine, ...(browser ? [onPage(browser)] : [])];
  const faults: string[] = [];
  let repairs = 0;
  try {
    await fill(home, start);
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
    home.remove();
    await dovecot.stop();
  }
  console.log(`${repairs} repairs of ${damagedProfiles.length} profiles: ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** Syncs all mail, writes a draft and makes a backup. */
async function fill(home: Home, start: StartOptions): Promise<void> {
  const daemon = await startDaemon(home, start);
  await until('all mail is stored', async () => (await daemon.ask('admin.status', {})).total_messages === messages);
  const { accounts } = await daemon.ask('accounts.list', {});
  await daemon.ask('drafts.saveLocal', {
    id: timeId(),
    account_id: accounts[0]?.account_id ?? '',
    subject: 'Kept',
    body_markdown: 'Text',
  });
  const { job_id } = await daemon.ask('backup.create', {});
  await until('the backup is made', async () => (await daemon.ask('jobs.get', { job_id })).job.status === 'succeeded');
  await daemon.stop();
}
