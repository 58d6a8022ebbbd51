import type { z } from 'zod';
import { listedAddresses, type Account } from '../../mail/accounts/accounts.ts';
import { draftsFolder } from '../../mail/drafts/server-links.ts';
import { offlineMessageOf, syncStatusOf } from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import type { Capabilities } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import type { accountSummary as accountSummarySchema } from './contract.ts';

type AccountSummary = z.output<typeof accountSummarySchema>;

const unknownCapabilities: Capabilities = {
  labels: false,
  server_search: false,
  delta_sync: false,
  push: false,
  batch_operations: false,
  native_thread_ids: false,
};

type SummaryOptions = {
  progress: SyncProgress;
  capabilities?: Capabilities | undefined;
  /** Whether the account was signed in with the browser and is not in config.toml. */
  isRuntime: boolean;
};

/** An account as `/platform/accounts` lists it (wire-contract, section 14.10), with its health as text. */
export function accountSummary(
  db: ReadDb,
  account: Account,
  { progress, capabilities = unknownCapabilities, isRuntime }: SummaryOptions,
): AccountSummary {
  const { account_id, key, name, email, provider_kind, sync_kind, send_kind, enabled, is_default } = account;
  return {
    account_id,
    key,
    name,
    email,
    addresses: listedAddresses(db, account),
    provider_kind,
    sync_kind,
    send_kind,
    enabled,
    is_default,
    source: key === null || isRuntime ? 'runtime' : 'both',
    editable: key === null || isRuntime ? 'runtime_only' : 'full',
    capabilities: {
      ...capabilities,
      supports_send: enabled && send_kind !== null,
      supports_local_drafts: true,
      supports_server_drafts: enabled && sync_kind !== null && draftsFolder(db, account.id) !== undefined,
    },
    health: healthOf(db, account, progress),
  };
}

function healthOf(db: ReadDb, account: Account, progress: SyncProgress): AccountSummary['health'] {
  if (!account.enabled)
    return { state: 'disabled', message: 'Not synced: the account is turned off. Its mail stays readable.' };
  const status = syncStatusOf(db, account, progress);
  if (account.sync_kind === null && !status.sync_in_progress)
    return { state: 'synced', message: 'Its mail is kept on this computer; there is no server to sync it with.' };
  const offlineMessage = offlineMessageOf(status);
  if (progress.isReconnecting(account.id)) return { state: 'waiting', message: status.last_error ?? 'Reconnecting…' };
  if (status.sync_in_progress && !progress.isStalled(account.id))
    return { state: 'syncing', message: status.progress?.message ?? 'Syncing' };
  if (offlineMessage !== undefined) return { state: 'waiting', message: offlineMessage };
  if (status.last_error !== null) return { state: 'needs_attention', message: status.last_error };
  if (!status.last_success_at) return { state: 'waiting', message: 'Not synced yet.' };
  return { state: 'synced', message: status.notice === null ? 'Synced.' : `Synced, except that ${status.notice}` };
}
