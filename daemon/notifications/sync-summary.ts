import type { AccountSyncStatus } from '../contract/fields.ts';
import type { Account } from '../mail/accounts/accounts.ts';
import { isSynced, offlineMessageOf } from '../mail/accounts/sync-status.ts';
import type { DesktopState } from './desktop.ts';

/** An account and the state of its sync; without a state for an account that is not synced with a server. */
export type AccountState = {
  account: Pick<Account, 'account_id' | 'key' | 'name' | 'enabled' | 'sync_kind'>;
  sync: AccountSyncStatus;
  /** Whether a sync pass has succeeded since the start. */
  hasCompletedSync: boolean;
};

/** The most severe state of any account: trouble that the user must fix, then no connection, then a sync in progress. */
export function summarizeSync(all: readonly AccountState[]): DesktopState {
  if (all.every(({ account }) => account.key === null)) return { state: 'empty' };
  const synced = all.filter(({ account }) => isSynced(account));
  // A server that delivers mail works again, whatever the result of the last pass.
  const unhealthy = synced.filter(({ sync }) => sync.last_error !== null && !(sync.progress?.total ?? 0));
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
    ? 'Can’t reach any mail server. Check your internet connection.'
    : `Can’t reach the mail servers of ${unhealthy.length} accounts.`;
}

/** The state itself shows that the account is offline. */
function withoutOfflinePrefix(words: string): string {
  return words.replace(/^Offline: /, '');
}

/** A pass without changes so far is not shown if an earlier pass succeeded. */
function syncing(synced: readonly AccountState[]): DesktopState | undefined {
  const running = synced.filter(
    ({ sync, hasCompletedSync }) => sync.progress && (!hasCompletedSync || sync.progress.total),
  );
  if (running.length === 0) return undefined;
  const sum = (of: 'current' | 'total') => running.reduce((all, { sync }) => all + (sync.progress?.[of] ?? 0), 0);
  const [current, total] = [sum('current'), sum('total')];
  return { state: 'syncing', percent: total === 0 ? null : Math.floor((100 * Math.min(current, total)) / total) };
}
