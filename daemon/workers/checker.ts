import { serveWorker, workerInput } from '../base/worker.ts';
import { auditStore, type AuditRequest, type StoreAudit } from '../mail/audit/audit.ts';
import { integrityProblems, openReadOnly } from '../store/db.ts';

/** The index is there where the store is looked through too. */
const { file, index } = workerInput<{ file: string; index?: string }>();

const calls = {
  /** What SQLite finds wrong with the database, one line each; nothing when it is sound. */
  check(): string[] {
    const db = openReadOnly(file);
    try {
      return integrityProblems(db);
    } finally {
      db.close();
    }
  },
  /** Whether what is kept beside the mail follows from it. */
  audit(request: AuditRequest): StoreAudit {
    if (index === undefined) throw new Error('the checker was given no index to look at');
    return auditStore({ mail: file, index }, request);
  },
};

export type CheckCalls = typeof calls;

serveWorker(calls, { close: () => undefined });
