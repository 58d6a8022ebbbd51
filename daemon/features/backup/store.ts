import { sql, type ReadDb } from '../../store/db.ts';
import type { Manifest } from '../../mail/backups/manifest.ts';

/** What a copy of mail.db holds, for people to tell one backup from another. */
export function countsIn(db: ReadDb): Manifest['counts'] {
  return db.get<Manifest['counts']>(sql`
    SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM messages) AS messages`)!;
}
