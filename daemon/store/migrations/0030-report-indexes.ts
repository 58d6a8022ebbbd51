import type { WriteDb } from '../db.ts';

/** Indexes from which reports count without reading rows; see features/analytics/store.ts. */
export function reportIndexes(db: WriteDb): void {
  db.exec(`
    DROP INDEX messages_sender;
    -- Messages of a sender, newest last, and what they take up.
    CREATE INDEX messages_sender ON messages (from_email COLLATE NOCASE, account, sort_key, size);
    -- Replies, in order of date.
    CREATE INDEX messages_replies ON messages (account, direction, sort_key, in_reply_to, flags, from_email)
      WHERE in_reply_to IS NOT NULL AND list_id IS NULL;
  `);
}
