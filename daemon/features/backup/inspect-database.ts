import { reasonOf } from '../../base/failure.ts';
import { damagedBackup, newerBackup } from '../../mail/backups/manifest.ts';
import { openReadOnly, type ReadDb } from '../../store/db.ts';
import { integrityProblems } from '../../store/integrity.ts';
import { schemaVersion } from '../../store/migrate.ts';

/** Throws Failure `backup_damaged` unless `file` is an undamaged database, and `backup_newer` for a newer schema. */
export function requireSoundDatabase(file: string, newestSchema: number): void {
  const { damage, version } = inspectDatabase(file);
  if (damage[0] !== undefined) throw damagedBackup('its database is damaged', { detail: damage[0] });
  if (version > newestSchema) throw newerBackup();
}

function inspectDatabase(file: string): { damage: string[]; version: number } {
  try {
    return withReadOnly(file, (db) => ({ damage: integrityProblems(db), version: schemaVersion(db) }));
  } catch (thrown) {
    throw damagedBackup('its database can’t be read', { detail: reasonOf(thrown), cause: thrown });
  }
}

/** Opens a database for `work` and closes it again. */
export function withReadOnly<T>(file: string, work: (db: ReadDb) => T): T {
  const db = openReadOnly(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}
