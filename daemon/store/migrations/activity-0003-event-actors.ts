import type { WriteDb } from '../db.ts';

/** The actor of an event: what touches several accounts or none is for it and the user alone. */
export function eventActors(db: WriteDb): void {
  db.exec(`
    -- Null for what the daemon does by itself.
    ALTER TABLE events ADD COLUMN origin TEXT;
    ALTER TABLE events ADD COLUMN token_id TEXT;
  `);
}
