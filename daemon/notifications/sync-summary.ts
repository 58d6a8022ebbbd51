import type { AccountSyncStatus } from '../contract/fields.ts';
import type { Account } from '../mail/accounts/accounts.ts';
import { isSynced, offlineMessageOf } from '../mail/accounts/sync-status.ts';
import type { DesktopState } from './desktop.ts';

/** An account and how its sync is; none where it is not kept in step with a server. */
export type AccountState = {
  account: Pick<Account, 'account_id' | 'key' | 'name' | 'enabled' | 'sync_kind'>;
  sync: AccountSyncStatus;
  /** Whether a pass has ended well since the start. */
  hasCompletedSync: boolean;
};

/** The gravest that is true of any account: something for the person to put right, then no line, then what is under way. */
export function summarizeSync(all: readonly AccountState[]): DesktopState {
  if (all.every(({ account }) => account.key === null)) return { state: 'empty' };
  const synced = all.filter(({ account }) => isSynced(account));
  // A server that hands out mail is well again, whatever the last pass ended with.
  const unhealthy = synced.filter(({ sync }) => !sync.healthy && !(sync.progress?.total ?? 0));
  const needingAttention = unhealthy.find(({ sync }) => offlineMessageOf(sync) === undefined);
  if (needingAttention) return needsAttention(needingAttention);
  if (unhealthy.length > 0) return { state: 'offline', reason: offlineReason(unhealthy, synced.length) };
  return syncing(synced) ?? { state: 'synced' };
}

function needsAttention({ account, sync }: AccountState): DesktopState {
  return {
    state: 'needs_attention',
    account_id: account.account_id,
    reason: `${account.name}: ${sync.last_error ?? 'The last sync failed.'}`,
  };
}

function offlineReason(unhealthy: readonly AccountState[], count: number): string {
  const [first, ...others] = unhealthy;
  const unconnected = unhealthy.find(({ sync }) => sync.backoff_until === null);
  const reason = withoutOfflinePrefix((unconnected ?? first)?.sync.last_error ?? '');
  if (unconnected || count === 1) return reason;
  if (others.length === 0) return `${first?.account.name}: ${reason}`;
  return unhealthy.length === count
    ? 'No mail server can be reached. Check the network connection.'
    : `The mail servers of ${unhealthy.length} accounts cannot be reached.`;
}

/** What shows the state says that it is offline. */
function withoutOfflinePrefix(words: string): string {
  return words.replace(/^Offline: /, '');
}

/** A look at the server that has found nothing so far is no news, once there was one that ended well. */
function syncing(synced: readonly AccountState[]): DesktopState | undefined {
  const running = synced.filter(
    ({ sync, hasCompletedSync }) => sync.progress && (!hasCompletedSync || sync.progress.total),
  );
  if (running.length === 0) return undefined;
  const sum = (of: 'current' | 'total') => running.reduce((all, { sync }) => all + (sync.progress?.[of] ?? 0), 0);
  const [current, total] = [sum('current'), sum('total')];
  return { state: 'syncing', percent: total === 0 ? null : Math.floor((100 * Math.min(current, total)) / total) };
}
