import { serveWorker, workerInput } from '../base/worker.ts';
import { auditStore, type AuditRequest, type StoreAudit } from '../mail/audit/audit.ts';
import { openReadOnly, type ReadDb } from '../store/db.ts';
import { integrityProblems, pageProblems } from '../store/integrity.ts';

/** The index exists when the store is checked as well. */
const { file, index } = workerInput<{ file: string; index?: string }>();

const calls = {
  /** The errors that SQLite finds in the database, one per line; empty if it is intact. */
  check: (): string[] => withDatabase(integrityProblems),
  /** As `check`, without the comparison of indexes with their tables. */
  checkPages: (): string[] => withDatabase(pageProblems),
  /** Whether the derived data matches the stored mail. */
  audit(request: AuditRequest): StoreAudit {
    if (index === undefined) throw new Error('the checker has no index to check');
    return auditStore({ mail: file, index }, request);
  },
};

function withDatabase<T>(read: (db: ReadDb) => T): T {
  const db = openReadOnly(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

export type CheckCalls = typeof calls;

serveWorker(calls, { close: () => undefined });
