import { sql, type ReadDb } from '../../store/db.ts';
import type { Manifest } from '../../mail/backups/manifest.ts';

/** The counts in a copy of mail.db, which help the user to distinguish backups. */
export function countsIn(db: ReadDb): Manifest['counts'] {
  return db.get<Manifest['counts']>(sql`
    SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM messages) AS messages`)!;
}
