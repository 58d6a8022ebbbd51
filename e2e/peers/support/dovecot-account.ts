import { until } from '../../../daemon/test-until.ts';
import type { DaemonProcess, ImapAccount } from '../../daemon-process.ts';
import type { Dovecot, MailUser } from '../../../testing/servers/dovecot.ts';

/** The account of a user of the server, in the daemon's configuration. */
export function dovecotAccount({ imapPort }: Dovecot, { user, password, email }: MailUser): ImapAccount {
  return { key: 'test', name: 'Test', email, port: imapPort, username: user, password };
}

/** Long tests sync mailboxes of many thousands of messages. */
export const syncCeilingMs = 300_000;

/**
 * Waits until a pass that began at `since` or later has succeeded and search covers all stored mail. Returns what that pass
 * fetched.
 */
export async function untilSynced({ ask }: Pick<DaemonProcess, 'ask'>, since: Date): Promise<number> {
  let fetched = 0;
  const isSynced = async () => {
    const { sync_statuses, search_coverage } = await ask('admin.status', {});
    const [status] = sync_statuses;
    if (status?.last_error) throw new Error(`The sync failed: ${status.last_error}`);
    fetched = status?.last_synced_count ?? 0;
    const hasEnded = !status?.sync_in_progress && Date.parse(status?.last_success_at ?? '') >= since.getTime();
    return hasEnded && search_coverage.indexed === search_coverage.stored;
  };
  await until('the mailbox is synced and indexed', isSynced, { withinMs: syncCeilingMs });
  return fetched;
}
