import { reasonOf } from '../../base/failure.ts';
import { openReadOnly, sql, type ReadDb } from '../../store/db.ts';
import { openReader, type StoreFiles } from '../../store/open.ts';
import { auditContacts } from './contacts.ts';
import type { AuditDepth, Drift, AuditScope } from './drift.ts';
import { auditIndex, type IndexAudit } from './search-index.ts';
import { auditCounters, auditMessages, auditThreads } from './derived-data.ts';
import { storeStats, type StoreStats } from './stats.ts';

/** The result of a store audit. Accounts by internal id. */
export type StoreAudit = {
  stats: StoreStats;
  /** Labels, threads, messages and contacts whose derived data does not match the mail. */
  counters: Drift[];
  threads: Drift[];
  messages: Drift[];
  contacts: Drift[];
  index: IndexAudit;
  /** The server's date of the newest message of each account. */
  received: { account: number; at: string }[];
};

export type AuditRequest = { accounts: readonly number[]; depth: AuditDepth };

/**
 * Checks that derived data matches the mail: the search index, lists, counters, contacts. It only reads, on its own
 * connections, and takes from 0.1 s to many seconds, so it runs in a worker.
 */
export function auditStore(
  files: Pick<StoreFiles, 'mail' | 'index'>,
  { accounts, depth }: AuditRequest,
  random: () => number = Math.random,
): StoreAudit {
  const scope: AuditScope = { accounts, depth, random };
  const db = openReadOnly(files.mail);
  try {
    return {
      stats: db.snapshot(() => storeStats(db, accounts)),
      counters: auditCounters(db, scope),
      threads: auditThreads(db, scope),
      messages: auditMessages(db, scope),
      contacts: auditContacts(db, scope),
      index: auditSearchIndex(files, scope),
      received: accounts.flatMap((account) => newestReceived(db, account)),
    };
  } finally {
    db.close();
  }
}

/** Damage that the audit meets is a finding like any other. */
function auditSearchIndex(files: Pick<StoreFiles, 'mail' | 'index'>, scope: AuditScope): IndexAudit {
  let db: ReadDb | undefined;
  try {
    db = openReader(files);
    return { error: null, ...auditIndex(db, scope) };
  } catch (error) {
    return { error: reasonOf(error), missing: [], orphaned: 0, unsearchable: [] };
  } finally {
    db?.close();
  }
}

/** The Date header is written by the sender; this date is from the server. */
function newestReceived(db: ReadDb, account: number): { account: number; at: string }[] {
  const newest = db.get<{ at: string | null }>(sql`
    SELECT max(received_at) AS at FROM
      (SELECT received_at FROM messages WHERE account = ${account} ORDER BY sort_key DESC LIMIT 200)`);
  return newest?.at ? [{ account, at: newest.at }] : [];
}
