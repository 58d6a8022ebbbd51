import type { AccountSyncStatus } from '../../../contract/fields.ts';
import { localProviderKind, type Account } from '../../../mail/accounts/accounts.ts';
import { isSynced, offlineMessageOf } from '../../../mail/accounts/sync-status.ts';
import { accountDisplayName, finding, type Check, type Facts, type Finding } from '../facts.ts';

/** Accounts that cannot be synced, are not synced, or were not synced for long. */
export const checkAccounts: Check = (facts) =>
  facts.accounts.flatMap((account) => {
    const status = facts.statuses.find(({ account_id }) => account_id === account.account_id);
    const found = status && isSynced(account) ? syncFinding(account, status, facts) : inactiveFinding(account);
    return found ? [found] : [];
  });

const syncNowAction = { id: 'sync_now', label: 'Sync now' } as const;

function syncFinding(account: Account, status: AccountSyncStatus, facts: Facts): Finding | undefined {
  const { last_error, failure_class, consecutive_failures, notice } = status;
  const name = accountDisplayName(account);
  const common = { account_id: account.account_id, action: syncNowAction };
  if (last_error === null)
    return notice === null ? staleFinding(account, status, facts) : withheldFinding(account, notice);
  if (failure_class === 'auth')
    return finding({
      ...common,
      code: 'account_refused',
      severity: 'error',
      category: 'o_auth',
      message: `${name}: ${last_error}`,
      remediation: [
        'Check that you can sign in at your mail provider with this username and password.',
        'Some providers need an app password instead of your own. Create one there.',
        'Correct the password in Posthorn, then press the button.',
      ],
      action: { id: 'sync_now', label: 'Try again' },
    });
  if (failure_class === 'offline') return offlineFinding(account, status, last_error);
  if (consecutive_failures === 0)
    return finding({
      ...common,
      code: 'folders_unread',
      severity: 'warning',
      category: 'sync',
      message: `${name} is synced, but not all of it: ${last_error}`,
      remediation: [
        'Check the folder on your provider’s website. It may be damaged or no longer shared with you.',
        'Sync again.',
      ],
    });
  return finding({
    ...common,
    code: 'sync_failing',
    severity: consecutive_failures > 2 ? 'error' : 'warning',
    category: 'sync',
    message: `${name} couldn’t be synced${formatTimesInARow(consecutive_failures)}: ${last_error}`,
    remediation: [
      'Posthorn retries automatically at increasing intervals. Use the button to retry now.',
      'If the problem continues, send the bug report.',
    ],
  });
}

function formatTimesInARow(count: number): string {
  return count === 1 ? '' : `, ${count} times in a row`;
}

function offlineFinding(account: Account, status: AccountSyncStatus, error: string): Finding {
  const isKnown = offlineMessageOf(status) !== undefined;
  return finding({
    code: isKnown ? 'account_offline' : 'server_never_reached',
    severity: isKnown ? 'warning' : 'error',
    category: 'network',
    message: `${accountDisplayName(account)}: ${error}`,
    remediation: isKnown
      ? ['Check that this computer is connected to the network. Posthorn retries automatically.']
      : ['Check the server address and port in config.toml.', 'Check the network connection.'],
    account_id: account.account_id,
    action: syncNowAction,
  });
}

function withheldFinding(account: Account, notice: string): Finding {
  return finding({
    code: 'messages_withheld',
    severity: 'warning',
    category: 'sync',
    message: `${accountDisplayName(account)}: ${notice}`,
    remediation: ['Posthorn requests them again automatically. If they never arrive, they are damaged on the server.'],
    account_id: account.account_id,
    action: syncNowAction,
  });
}

/** No pass failed, but no pass succeeded for long. */
function staleFinding(account: Account, status: AccountSyncStatus, { now, intervalMs }: Facts): Finding | undefined {
  const staleAfterMs = Math.max(3_600_000, 10 * intervalMs);
  const last = status.last_success_at ?? status.last_attempt_at;
  if (last === null || status.sync_in_progress || now.getTime() - Date.parse(last) <= staleAfterMs) return undefined;
  return finding({
    code: 'sync_stale',
    severity: 'warning',
    category: 'sync',
    message: `${accountDisplayName(account)} hasn’t been synced since ${last.slice(0, 16).replace('T', ' ')} (UTC), though nothing failed.`,
    remediation: ['Press the button. If that doesn’t help, restart Posthorn.'],
    account_id: account.account_id,
    action: syncNowAction,
  });
}

/** A disabled account, or an account that is no longer in config.toml. */
function inactiveFinding(account: Account): Finding | undefined {
  if (account.provider_kind === localProviderKind || account.enabled) return undefined;
  const isGone = account.key === null;
  return finding({
    code: isGone ? 'account_unconfigured' : 'account_disabled',
    severity: 'info',
    category: 'sync',
    message: isGone
      ? `${accountDisplayName(account)} is no longer in config.toml. Its mail is kept but not synced.`
      : `${accountDisplayName(account)} is turned off in config.toml. Its mail is kept but not synced.`,
    remediation: [],
    account_id: account.account_id,
  });
}
