import type { WriteDb } from '../db.ts';

export function events(db: WriteDb): void {
  db.exec(`
    CREATE TABLE events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      account_id TEXT,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_at ON events (at);
  `);
}
