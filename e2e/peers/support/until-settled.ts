import { until } from '../../../daemon/test-until.ts';
import type { DaemonProcess } from '../../daemon-process.ts';
import { syncCeilingMs } from './dovecot-account.ts';

/**
 * Waits until a pass that began after this call has succeeded and search covers all stored mail; requests passes until
 * then. Returns what that pass fetched.
 */
export async function untilSettled({ ask }: Pick<DaemonProcess, 'ask'>): Promise<number> {
  const since = new Date().toISOString();
  let trouble: string | null | undefined;
  let fetched = 0;
  const isSettled = async (): Promise<boolean> => {
    const { sync_statuses, search_coverage } = await ask('admin.status', {});
    const [status] = sync_statuses;
    if (!status || status.sync_in_progress) return false;
    trouble = status.last_error;
    fetched = status.last_synced_count;
    const { last_attempt_at, last_success_at } = status;
    const hasBegun = last_attempt_at !== null && last_attempt_at >= since;
    const hasEnded = hasBegun && last_success_at !== null && last_success_at >= last_attempt_at;
    if (!hasEnded) await ask('sync.start', {});
    return hasEnded && search_coverage.indexed === search_coverage.stored;
  };
  const options = { withinMs: syncCeilingMs };
  await until('the mailbox is synced and indexed', isSettled, options).catch((cause: unknown) => {
    throw new Error(`The mailbox was not synced: ${trouble ?? 'no trouble was reported'}`, { cause });
  });
  return fetched;
}
