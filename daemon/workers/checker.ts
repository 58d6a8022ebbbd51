import { serveWorker, workerInput } from '../base/worker.ts';
import { damageIn, openReadOnly } from '../store/db.ts';

const { file } = workerInput<{ file: string }>();

const calls = {
  /** What SQLite finds wrong with the database, one line each; nothing when it is sound. */
  check(): string[] {
    const db = openReadOnly(file);
    try {
      return damageIn(db);
    } finally {
      db.close();
    }
  },
};

export type CheckCalls = typeof calls;

serveWorker(calls, { close: () => undefined });
