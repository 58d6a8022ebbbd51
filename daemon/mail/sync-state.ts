import { Failure } from '../base/failure.ts';
import type { AccountSyncStatus } from '../contract/fields.ts';
import type { Shell } from '../contract/shell.ts';
import { sql, type ReadDb, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';

/** What is known of an account's sync, as stored. */
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
};

/** How far a running pass is, by account; kept in memory, for it means nothing after a restart. */
export type SyncProgress = Map<number, { current: number; total: number | null; message: string }>;

export function syncRecord(db: ReadDb, account: number): SyncRecord | undefined {
  return db.get<SyncRecord>(sql`SELECT * FROM sync_status WHERE account = ${account}`);
}

export function noteAttempt(db: WriteDb, account: number, at: string): void {
  db.run(sql`
    INSERT INTO sync_status (account, last_attempt_at) VALUES (${account}, ${at})
    ON CONFLICT (account) DO UPDATE SET last_attempt_at = excluded.last_attempt_at`);
}

export function noteSuccess(db: WriteDb, account: number, { at, count }: { at: string; count: number }): void {
  db.run(sql`
    UPDATE sync_status SET first_pass_done = 1, last_success_at = ${at}, last_synced_count = ${count}, last_error = NULL,
      failure_class = NULL, consecutive_failures = 0, backoff_until = NULL
    WHERE account = ${account}`);
}

export function noteFailure(
  db: WriteDb,
  account: number,
  failure: { error: string; reason: string; until: string | null },
): void {
  db.run(sql`
    UPDATE sync_status SET last_error = ${failure.error}, failure_class = ${failure.reason},
      consecutive_failures = consecutive_failures + 1, backoff_until = ${failure.until}
    WHERE account = ${account}`);
}

/** Where each stream of an account's sync stands: opaque to all but the provider. */
export function cursorsOf(db: ReadDb, account: number): Record<string, string> {
  const rows = db.all<{ stream: string; cursor: string }>(
    sql`SELECT stream, cursor FROM sync_cursors WHERE account = ${account}`,
  );
  return Object.fromEntries(rows.map(({ stream, cursor }) => [stream, cursor]));
}

/** The state of an account's sync as clients see it. */
export function syncStatusOf(db: ReadDb, account: Account, progress: SyncProgress): AccountSyncStatus {
  const record = syncRecord(db, account.id);
  const running = progress.get(account.id);
  return {
    account_id: account.account_id,
    account_name: account.name,
    sync_in_progress: running !== undefined,
    healthy: !record?.last_error,
    last_attempt_at: record?.last_attempt_at ?? null,
    last_success_at: record?.last_success_at ?? null,
    last_synced_count: record?.last_synced_count ?? 0,
    last_error: record?.last_error ?? null,
    failure_class: record?.failure_class ?? null,
    consecutive_failures: record?.consecutive_failures ?? 0,
    backoff_until: record?.backoff_until ?? null,
    current_cursor_summary: record ? (record.first_pass_done ? 'up to date' : 'first sync under way') : null,
    progress: running ?? null,
  };
}

export function syncedAccount(accounts: readonly Account[], account_id: string): Account {
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account here.');
  return account;
}

/** Whether an account is kept in step with a server. */
export function isSynced({ enabled, sync_kind }: Pick<Account, 'enabled' | 'sync_kind'>): boolean {
  return enabled && sync_kind !== null;
}

/** The shell around every page: one short state, and a sentence on it. */
export function shellOf(db: ReadDb, accounts: readonly Account[], progress: SyncProgress): Shell {
  const synced = accounts.filter(isSynced);
  const statuses = synced.map((account) => syncStatusOf(db, account, progress));
  const troubled = statuses.find(({ healthy }) => !healthy);
  const running = accounts.map(({ id }) => progress.get(id)).find((state) => state !== undefined);
  const accountLabel = accounts[0]?.name ?? 'local';
  const commandHint = 'Ctrl K';
  if (running) return { accountLabel, syncLabel: 'Syncing', statusMessage: running.message, commandHint };
  if (troubled) {
    const statusMessage = `${troubled.account_name} needs attention: ${troubled.last_error}`;
    return { accountLabel, syncLabel: 'Needs attention', statusMessage, commandHint };
  }
  const neverSynced = statuses.find(({ last_success_at }) => last_success_at === null);
  if (neverSynced) {
    return {
      accountLabel,
      syncLabel: 'Busy',
      statusMessage: `${neverSynced.account_name} has not been synced yet.`,
      commandHint,
    };
  }
  const count = `${synced.length} account${synced.length === 1 ? '' : 's'}`;
  const statusMessage = synced.length === 0 ? 'No account is set up.' : `Everything is synced: ${count}.`;
  return { accountLabel, syncLabel: 'Synced', statusMessage, commandHint };
}
