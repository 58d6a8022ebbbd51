import { reasonOf } from '../../base/failure.ts';
import { openReadOnly, sql, type ReadDb } from '../../store/db.ts';
import { openReader, type StoreFiles } from '../../store/open.ts';
import { auditContacts } from './contacts.ts';
import type { Depth, Drift, Looking } from './drift.ts';
import { auditIndex, type IndexAudit } from './index-match.ts';
import { auditCounters, auditMessages, auditThreads } from './lists.ts';
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

export type AuditWish = { accounts: readonly number[]; depth: Depth };

/**
 * Looks whether what is kept beside the mail follows from it: the search index, lists, counters, contacts. It reads alone,
 * on connections of its own, and takes from a tenth of a second to many: for a worker.
 */
export function auditStore(
  files: Pick<StoreFiles, 'mail' | 'index'>,
  { accounts, depth }: AuditWish,
  random: () => number = Math.random,
): StoreAudit {
  const looking: Looking = { accounts, depth, random };
  const db = openReadOnly(files.mail);
  try {
    return {
      stats: db.snapshot(() => storeStats(db, accounts)),
      counters: auditCounters(db, looking),
      threads: auditThreads(db, looking),
      messages: auditMessages(db, looking),
      contacts: auditContacts(db, looking),
      index: indexAudit(files, looking),
      received: accounts.flatMap((account) => newestReceived(db, account)),
    };
  } finally {
    db.close();
  }
}

/** Damage that the look stumbles over is a finding like any other. */
function indexAudit(files: Pick<StoreFiles, 'mail' | 'index'>, looking: Looking): IndexAudit {
  let db: ReadDb | undefined;
  try {
    db = openReader(files);
    return { trouble: null, ...auditIndex(db, looking) };
  } catch (stumbled) {
    return { trouble: reasonOf(stumbled), missing: [], surplus: 0, unfound: [] };
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
