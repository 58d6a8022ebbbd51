import type { WriteDb } from '../db.ts';

export function imports(db: WriteDb): void {
  db.exec(`
    -- What a job of the kind import reads, and how far it is: it goes on there after a restart.
    CREATE TABLE imports (
      job_id TEXT PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
      path TEXT NOT NULL,
      folder TEXT,
      position TEXT,
      passed_over INTEGER NOT NULL DEFAULT 0,
      problems TEXT NOT NULL DEFAULT '[]'
    ) STRICT, WITHOUT ROWID;
  `);
}
