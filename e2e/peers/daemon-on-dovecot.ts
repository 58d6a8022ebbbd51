import { setTimeout as wait } from 'node:timers/promises';
import type { DaemonProcess, ImapAccount } from '../process.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';

/** The account of a user of the server, as the daemon is told of it. */
export function accountOf({ imapPort }: Dovecot, { user, password, email }: MailUser): ImapAccount {
  return { key: 'test', name: 'Test', email, port: imapPort, username: user, password };
}

/**
 * Waits until a pass that began at `since` or later has ended well and search covers what is stored. Gives what that
 * pass fetched.
 */
export async function untilSynced({ ask }: Pick<DaemonProcess, 'ask'>, since: Date, within = 110_000): Promise<number> {
  let fetched = 0;
  await until('the mailbox is synced and indexed', within, async () => {
    const { sync_statuses, search_coverage } = await ask('admin.status', {});
    const [status] = sync_statuses;
    if (status?.last_error) throw new Error(`The sync failed: ${status.last_error}`);
    fetched = status?.last_synced_count ?? 0;
    const isSynced = !status?.sync_in_progress && Date.parse(status?.last_success_at ?? '') >= since.getTime();
    return isSynced && search_coverage.indexed === search_coverage.stored;
  });
  return fetched;
}

/** Asks again and again, a little apart, until the answer is yes. */
export async function until(what: string, within: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass within ${within} ms that ${what}.`);
    await wait(10);
  }
}
