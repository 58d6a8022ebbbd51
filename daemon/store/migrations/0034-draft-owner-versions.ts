import type { WriteDb } from '../db.ts';

/** What the owner last wrote of a draft that agents or tools change; see mail/drafts/owner-versions.ts. */
export function draftOwnerVersions(db: WriteDb): void {
  db.exec(`
    CREATE TABLE draft_owner_versions (
      draft INTEGER PRIMARY KEY REFERENCES drafts ON DELETE CASCADE,
      to_text TEXT NOT NULL,
      cc_text TEXT NOT NULL,
      bcc_text TEXT NOT NULL,
      subject TEXT NOT NULL,
      body_kind TEXT NOT NULL,
      body TEXT NOT NULL,
      body_text TEXT,
      signature TEXT,
      written_at TEXT NOT NULL
    ) STRICT;
  `);
}
