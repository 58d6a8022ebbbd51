import type { WriteDb } from '../db.ts';

/** What a token may do, how long, and when it was used; see mail/callers/tokens. */
export function tokenLimits(db: WriteDb): void {
  db.exec(`
    -- Names of scopes and of requests, as JSON lists. If both are NULL, the token sets no limit of this kind.
    ALTER TABLE tokens ADD COLUMN scopes TEXT;
    ALTER TABLE tokens ADD COLUMN requests TEXT;
    ALTER TABLE tokens ADD COLUMN requests_per_minute INTEGER;
    ALTER TABLE tokens ADD COLUMN expires_at TEXT;
    ALTER TABLE tokens ADD COLUMN last_used_at TEXT;
  `);
}
