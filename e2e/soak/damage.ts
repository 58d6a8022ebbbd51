/**
 * `npm run soak -- damage [FROM]`: twenty damaged profiles of an account on a real server, each repaired over HTTP and on
 * the command line, one line per repair.
 */
import { timeId } from '../../daemon/base/ids.ts';
import { until } from '../../daemon/test-until.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { makeHome, startDaemon, type Home } from '../daemon-process.ts';
import { damagedProfiles, repairDamaged, type Way } from '../faults/store-damage.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

const [from = 0] = process.argv.slice(2).map(Number);
const messages = 400;
const ways: readonly Way[] = ['http', 'command line'];

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
  const faults: string[] = [];
  let repairs = 0;
  try {
    await fill(home, caFile);
    for (const profile of damagedProfiles.slice(from))
      for (const way of ways) {
        const began = performance.now();
        const found = await repairDamaged(profile, { home, way, caFile, messages });
        faults.push(...found);
        repairs++;
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        console.log(`${profile.name}, ${way}: ${found.length === 0 ? 'repaired' : 'FAULT'} (${seconds} s)`);
      }
  } finally {
    home.remove();
    await dovecot.stop();
  }
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`${repairs} repairs of ${damagedProfiles.length} profiles: ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** Syncs all mail, writes a draft and makes a backup. */
async function fill(home: Home, caFile: string): Promise<void> {
  const daemon = await startDaemon(home, { caFile });
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
