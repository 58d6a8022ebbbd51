import type { WriteDb } from '../db.ts';

export function jobs(db: WriteDb): void {
  db.exec(`
    CREATE TABLE jobs (
      job_id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      account INTEGER REFERENCES accounts ON DELETE CASCADE,
      status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
      total INTEGER NOT NULL DEFAULT 0,
      succeeded INTEGER NOT NULL DEFAULT 0,
      skipped INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      error TEXT,
      started_at INTEGER NOT NULL,
      finished_at INTEGER
    ) STRICT;
    CREATE INDEX jobs_newest ON jobs (started_at DESC, job_id DESC);
  `);
}
