import { Failure } from '../../base/failure.ts';
import type { AccountSyncStatus } from '../../contract/fields.ts';
import type { Shell } from '../../contract/shell.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from './accounts.ts';
import type { SyncProgress } from './sync-progress.ts';

/** The stored sync state of an account. */
export type SyncRecord = {
  account: number;
  first_pass_done: number;
  last_attempt_at: string | null;
  last_success_at: string | null;
  last_synced_count: number;
  last_error: string | null;
  failure_class: string | null;
  consecutive_failures: number;
  backoff_until: string | null;
  /** How many sync passes have begun. */
  pass_count: number;
};

export function syncRecord(db: ReadDb, account: number): SyncRecord | undefined {
  return db.get<SyncRecord>(sql`SELECT * FROM sync_status WHERE account = ${account}`);
}

/** Records the start of a sync pass and returns its number. */
export function recordSyncAttempt(db: WriteDb, account: number, at: string): number {
  db.run(sql`
    INSERT INTO sync_status (account, last_attempt_at, pass_count) VALUES (${account}, ${at}, 1)
    ON CONFLICT (account) DO UPDATE SET last_attempt_at = excluded.last_attempt_at, backoff_until = NULL,
      pass_count = pass_count + 1`);
  return syncRecord(db, account)?.pass_count ?? 0;
}

/** `trouble` describes a problem with a part of the account while the rest is in sync. */
export function recordSyncSuccess(
  db: WriteDb,
  account: number,
  { at, count, trouble = null }: { at: string; count: number; trouble?: string | null | undefined },
): void {
  db.run(sql`
    UPDATE sync_status SET first_pass_done = 1, last_success_at = ${at}, last_synced_count = ${count},
      last_error = ${trouble}, failure_class = ${trouble === null ? null : 'protocol'}, consecutive_failures = 0,
      backoff_until = NULL
    WHERE account = ${account}`);
}

/** Records that the server stopped answering a running pass, which goes on. */
export function recordSyncStall(db: WriteDb, account: number, error: string): void {
  db.run(sql`UPDATE sync_status SET last_error = ${error}, failure_class = 'protocol' WHERE account = ${account}`);
}

export function recordSyncFailure(
  db: WriteDb,
  account: number,
  failure: { error: string; reason: string; until: string | null; failures: number },
): void {
  db.run(sql`
    UPDATE sync_status SET last_error = ${failure.error}, failure_class = ${failure.reason},
      consecutive_failures = ${failure.failures}, backoff_until = ${failure.until}
    WHERE account = ${account}`);
}

/** Describes the messages that the server has not delivered, and why; undefined if none are missing. */
function missingMessagesNotice(db: ReadDb, account: number): string | undefined {
  const missing = db.all<{ reason: string; name: string | null }>(sql`
    SELECT m.reason, l.name FROM sync_missing m
    LEFT JOIN labels l ON l.account = m.account AND l.synthetic = 0 AND l.provider_id = m.folder
    WHERE m.account = ${account} LIMIT 100`);
  const [first] = missing;
  if (!first) return undefined;
  const subject = missing.length === 1 ? `1 message in ${first.name ?? 'a folder'}` : `${missing.length} messages`;
  return `${subject} couldn’t be downloaded, and Posthorn will try again: ${first.reason}`;
}

/** The cursor of each sync stream of an account, opaque to all code but the provider. */
export function cursorsOf(db: ReadDb, account: number): Record<string, string> {
  const rows = db.all<{ stream: string; cursor: string }>(
    sql`SELECT stream, cursor FROM sync_cursors WHERE account = ${account}`,
  );
  return Object.fromEntries(rows.map(({ stream, cursor }) => [stream, cursor]));
}

/** The sync state of an account as clients see it. */
export function syncStatusOf(db: ReadDb, account: Account, progress: SyncProgress): AccountSyncStatus {
  const record = syncRecord(db, account.id);
  const running = progress.get(account.id);
  const isReconnecting = progress.isReconnecting(account.id);
  const last_error = isReconnecting
    ? reconnectingMessage
    : (record?.last_error ?? silenceMessage(progress.silentMinutesOf(account.id)) ?? null);
  const last_success_at = record?.last_success_at ?? null;
  const isOverdue = last_success_at !== null && progress.isOverdue(account.id, last_success_at);
  const notices = [missingMessagesNotice(db, account.id), progress.noticeOf(account.id)];
  return {
    account_id: account.account_id,
    account_name: account.name,
    sync_in_progress: running !== undefined,
    healthy: last_error === null && !(isSynced(account) && isOverdue),
    last_attempt_at: record?.last_attempt_at ?? null,
    last_success_at,
    last_synced_count: record?.last_synced_count ?? 0,
    last_error,
    failure_class: isReconnecting ? 'reconnecting' : (record?.failure_class ?? null),
    consecutive_failures: record?.consecutive_failures ?? 0,
    backoff_until: record?.backoff_until ?? null,
    current_cursor_summary: record ? (record.first_pass_done ? 'up to date' : 'first sync under way') : null,
    notice: notices.filter((notice) => notice !== undefined).join(' ') || null,
    progress: running ?? null,
  };
}

const reconnectingMessage = 'The connection to the mail server was lost. Reconnecting…';

function silenceMessage(minutes: number | undefined): string | undefined {
  return minutes === undefined ? undefined : `Nothing has arrived from the server for ${minutes} minutes.`;
}

export function requireAccount(accounts: readonly Account[], account_id: string): Account {
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account.');
  return account;
}

/** Whether an account is synchronized with a server. */
export function isSynced({ enabled, sync_kind }: Pick<Account, 'enabled' | 'sync_kind'>): boolean {
  return enabled && sync_kind !== null;
}

/** The accounts whose first sync is not complete, so that their servers have mail that is not stored. */
export function incompleteAccounts(db: ReadDb, accounts: readonly Account[]): Account[] {
  return accounts.filter((account) => isSynced(account) && !syncRecord(db, account.id)?.first_pass_done);
}

/** Whether an account has a server, including an account that only sends. */
export function hasServer({
  enabled,
  sync_kind,
  send_kind,
}: Pick<Account, 'enabled' | 'sync_kind' | 'send_kind'>): boolean {
  return enabled && (sync_kind !== null || send_kind !== null);
}

/**
 * The message for an account that can only wait for its server: there is no network, or a server that has answered
 * before is unreachable. A server that never answered may be misconfigured, so the user has to check it.
 */
export function offlineMessageOf({ failure_class, backoff_until, last_success_at, last_error }: AccountSyncStatus) {
  if (failure_class !== 'offline' || last_error === null) return undefined;
  // Without a network there are no attempts, so there is no time of the next attempt.
  if (backoff_until === null) return last_error;
  return last_success_at === null ? undefined : `Offline: ${last_error}`;
}

/** The status in the frame of every page: a short state and a sentence. */
export function shellOf(db: ReadDb, accounts: readonly Account[], progress: SyncProgress): Shell {
  const statuses = accounts.filter(isSynced).map((account) => syncStatusOf(db, account, progress));
  const running = accounts.map(({ id }) => progress.get(id)).find((state) => state !== undefined);
  const status = running ? { syncLabel: 'Syncing' as const, statusMessage: running.message } : idleShell(statuses);
  return { accountLabel: accounts[0]?.name ?? 'local', ...status, commandHint: 'Ctrl K' };
}

function idleShell(statuses: readonly AccountSyncStatus[]): Pick<Shell, 'syncLabel' | 'statusMessage'> {
  const offline = commonOfflineMessage(statuses);
  if (offline !== undefined) return { syncLabel: 'Busy', statusMessage: offline };
  const failing = statuses.find(({ last_error }) => last_error !== null);
  if (failing) {
    const statusMessage = `${failing.account_name} needs attention: ${failing.last_error}`;
    return { syncLabel: 'Needs attention', statusMessage };
  }
  const neverSynced = statuses.find(({ last_success_at }) => last_success_at === null);
  if (neverSynced) return { syncLabel: 'Busy', statusMessage: `${neverSynced.account_name} hasn’t been synced yet.` };
  const count = `${statuses.length} account${statuses.length === 1 ? '' : 's'}`;
  const statusMessage = statuses.length === 0 ? 'No account is set up.' : `Everything is synced: ${count}.`;
  return { syncLabel: 'Synced', statusMessage };
}

/** The message if the problem is the computer's network connection and not a single account. */
function commonOfflineMessage(statuses: readonly AccountSyncStatus[]): string | undefined {
  const failing = statuses.filter(({ last_error }) => last_error !== null);
  const messages = failing.map(offlineMessageOf);
  if (messages.includes(undefined)) return undefined;
  const withoutNetwork = failing.find(({ backoff_until }) => backoff_until === null);
  if (withoutNetwork) return offlineMessageOf(withoutNetwork);
  if (failing.length < statuses.length) return undefined;
  return messages.length < 2 ? messages[0] : 'Offline: no mail server can be reached. Check the network connection.';
}
