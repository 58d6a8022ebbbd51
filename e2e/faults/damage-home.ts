import { timeId } from '../../daemon/base/ids.ts';
import { until } from '../../daemon/test-until.ts';
import { startDovecot } from '../../testing/servers/dovecot.ts';
import { makeHome, startDaemon, type Home, type StartOptions } from '../daemon-process.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

/** A profile with mail of a real server, a draft and a backup, to be damaged. */
export type DamageHome = {
  home: Home;
  start: StartOptions;
  /** The number of messages on the server. */
  messages: number;
  stop(): Promise<void>;
};

const messages = 400;

export async function makeDamageHome(): Promise<DamageHome> {
  const dovecot = await startDovecot();
  const [user] = dovecot.users;
  if (!user) throw new Error('The test server has no user.');
  dovecot.seed(user.user, 'INBOX', randomMessages({ count: messages, seed: 24 }));
  const { email, user: username, password } = user;
  const account = { key: 'work', name: 'Work', email, port: dovecot.imapPort, username, password };
  const home = makeHome([account]);
  const start: StartOptions = { caFile: dovecot.caFile, isBundled: true, hasShortWaits: true };
  const stop = async () => {
    home.remove();
    await dovecot.stop();
  };
  try {
    await fill(home, start);
  } catch (failed) {
    await stop();
    throw failed;
  }
  return { home, start, messages, stop };
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
