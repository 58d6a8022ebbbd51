import { reasonOf } from '../../base/failure.ts';
import { openReadOnly, sql, type ReadDb } from '../../store/db.ts';
import { openReader, type StoreFiles } from '../../store/open.ts';
import { auditContacts } from './contacts.ts';
import type { AuditDepth, Drift, AuditScope } from './drift.ts';
import { auditIndex, type IndexAudit } from './search-index.ts';
import { auditCounters, auditMessages, auditThreads } from './derived-data.ts';
import { storeStats, type StoreStats } from './stats.ts';

/** What a look through the store has found. Accounts by internal id. */
export type StoreAudit = {
  stats: StoreStats;
  /** Labels, conversations, messages and contacts that say what does not follow from the mail. */
  counters: Drift[];
  threads: Drift[];
  messages: Drift[];
  contacts: Drift[];
  index: IndexAudit;
  /** When each account's server says it got the newest mail. */
  received: { account: number; at: string }[];
};

export type AuditRequest = { accounts: readonly number[]; depth: AuditDepth };

/**
 * Looks whether what is kept beside the mail follows from it: the search index, lists, counters, contacts. It reads alone,
 * on connections of its own, and takes from a tenth of a second to many: for a worker.
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

/** Damage that the look stumbles over is a finding like any other. */
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

/** Dates are written by senders; this one is the server's own. */
function newestReceived(db: ReadDb, account: number): { account: number; at: string }[] {
  const newest = db.get<{ at: string | null }>(sql`
    SELECT max(received_at) AS at FROM
      (SELECT received_at FROM messages WHERE account = ${account} ORDER BY sort_key DESC LIMIT 200)`);
  return newest?.at ? [{ account, at: newest.at }] : [];
}
