import { serveWorker, workerInput } from '../base/worker.ts';
import { openReadOnly, sql } from '../store/db.ts';

const { file } = workerInput<{ file: string }>();

const calls = {
  /** What SQLite finds wrong with the database, one line each; nothing when it is sound. */
  check(): string[] {
    const db = openReadOnly(file);
    try {
      const found = db.all<{ integrity_check: string }>(sql`PRAGMA integrity_check(20)`);
      return found.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
    } finally {
      db.close();
    }
  },
};

export type CheckCalls = typeof calls;

serveWorker(calls, { close: () => undefined });
