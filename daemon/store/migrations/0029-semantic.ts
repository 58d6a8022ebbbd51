import type { WriteDb } from '../db.ts';

/** The models for searching by meaning. Vectors are in index.db. */
export function semantic(db: WriteDb): void {
  db.exec(`
    -- One row for each profile that someone has asked for.
    CREATE TABLE semantic_profiles (
      profile TEXT PRIMARY KEY,
      -- 1 while an installation has been asked for and has not ended.
      is_wanted INTEGER NOT NULL DEFAULT 0,
      -- Who asked; null for the daemon itself.
      origin TEXT,
      token_id TEXT,
      installed_at TEXT,
      -- The files of the installed model, as JSON: path, sha256, bytes, and whether the hash was known before.
      files TEXT NOT NULL DEFAULT '[]',
      -- Raised to compute all vectors again; searches use the earlier ones until then.
      generation INTEGER NOT NULL DEFAULT 1,
      -- 1 for the profile that searches use.
      is_serving INTEGER NOT NULL DEFAULT 0,
      -- 1 after the user cancelled the computation.
      is_paused INTEGER NOT NULL DEFAULT 0,
      activated_at TEXT,
      last_indexed_at TEXT,
      last_error TEXT
    ) STRICT;`);
}
