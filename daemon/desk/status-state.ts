import type { AccountSyncStatus } from '../contract/fields.ts';
import type { Account } from '../mail/accounts.ts';
import { isSynced, offlineWords } from '../mail/sync-state.ts';
import type { DeskState } from './desk.ts';

/** An account and how its sync is; none where it is not kept in step with a server. */
export type AccountState = {
  account: Pick<Account, 'account_id' | 'key' | 'name' | 'enabled' | 'sync_kind'>;
  sync: AccountSyncStatus;
  /** Whether a pass has ended well since the start. */
  hasLooked: boolean;
};

/** The gravest that is true of any account: something for the person to put right, then no line, then what is under way. */
export function deskState(all: readonly AccountState[]): DeskState {
  if (all.every(({ account }) => account.key === null)) return { state: 'empty' };
  const synced = all.filter(({ account }) => isSynced(account));
  // A server that hands out mail is well again, whatever the last pass ended with.
  const troubled = synced.filter(({ sync }) => !sync.healthy && !(sync.progress?.total ?? 0));
  const attention = troubled.find(({ sync }) => offlineWords(sync) === undefined);
  if (attention) return needsAttention(attention);
  if (troubled.length > 0) return { state: 'offline', reason: offlineReason(troubled, synced.length) };
  return syncing(synced) ?? { state: 'synced' };
}

function needsAttention({ account, sync }: AccountState): DeskState {
  return {
    state: 'needs_attention',
    account_id: account.account_id,
    reason: `${account.name}: ${sync.last_error ?? 'The last sync failed.'}`,
  };
}

function offlineReason(troubled: readonly AccountState[], count: number): string {
  const [first, ...others] = troubled;
  const unconnected = troubled.find(({ sync }) => sync.backoff_until === null);
  const words = bare((unconnected ?? first)?.sync.last_error ?? '');
  if (unconnected || count === 1) return words;
  if (others.length === 0) return `${first?.account.name}: ${words}`;
  return troubled.length === count
    ? 'No mail server can be reached. Check the network connection.'
    : `The mail servers of ${troubled.length} accounts cannot be reached.`;
}

/** What shows the state says that it is offline. */
function bare(words: string): string {
  return words.replace(/^Offline: /, '');
}

/** A look at the server that has found nothing so far is no news, once there was one that ended well. */
function syncing(synced: readonly AccountState[]): DeskState | undefined {
  const running = synced.filter(({ sync, hasLooked }) => sync.progress && (!hasLooked || sync.progress.total));
  if (running.length === 0) return undefined;
  const sum = (of: 'current' | 'total') => running.reduce((all, { sync }) => all + (sync.progress?.[of] ?? 0), 0);
  const [current, total] = [sum('current'), sum('total')];
  return { state: 'syncing', percent: total === 0 ? null : Math.floor((100 * Math.min(current, total)) / total) };
}
