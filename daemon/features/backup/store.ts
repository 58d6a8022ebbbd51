import { sql, type ReadDb } from '../../store/db.ts';
import type { Manifest } from '../../mail/backups/manifest.ts';

/** The counts in a copy of mail.db, which help the user to distinguish backups. */
export function countsIn(db: ReadDb): Manifest['counts'] {
  return db.get<Manifest['counts']>(sql`
    SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM messages) AS messages,
      (SELECT count(*) FROM drafts WHERE purpose = 'mail' AND is_saved AND discarded_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.draft = drafts.id AND state = 'sent')) AS drafts`)!;
}

/** Whether there is anything to back up. */
export function hasContent(db: ReadDb): boolean {
  return db.get(sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM messages) OR EXISTS (SELECT 1 FROM drafts)`) !== undefined;
}
