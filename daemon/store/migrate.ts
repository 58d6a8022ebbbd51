import { statfs, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diskFailure } from '../base/disk-failure.ts';
import { Failure } from '../base/failure.ts';
import { sql, type ReadDb, type WriteDb } from './db.ts';

/** One step from a schema version to the next. A released migration never changes. */
export type Migration = (db: WriteDb) => void;

export function schemaVersion(db: ReadDb): number {
  return db.get<{ user_version: number }>(sql`PRAGMA user_version`)?.user_version ?? 0;
}

/**
 * Runs all missing migrations on `db` in one transaction. A database that is not new is first copied to
 * `<file>.before-<version>`. Throws Failure `database_newer` for a schema this version does not know, and `disk_full` where
 * the copy would not fit; in both cases nothing has changed.
 */
export async function migrate(
  db: WriteDb,
  { file, history }: { file: string; history: readonly Migration[] },
): Promise<void> {
  const version = schemaVersion(db);
  if (version > history.length) {
    throw new Failure(
      'conflict',
      'database_newer',
      `${file} was written by a newer Posthorn (schema ${version}, this one knows ${history.length}). Install that version again, or move the file away to start over.`,
    );
  }
  if (version === history.length) return;
  if (version > 0) await backUp(db, file, version);
  db.transaction(() => {
    for (const migration of history.slice(version)) migration(db);
    db.exec(`PRAGMA user_version = ${history.length}`);
  });
}

async function backUp(db: WriteDb, file: string, version: number): Promise<void> {
  const { size } = await stat(file);
  const { bavail, bsize } = await statfs(dirname(file));
  if (bavail * bsize < size * 1.2) {
    throw diskFailure(
      'disk_full',
      undefined,
      `The mail database must be backed up before it’s upgraded, and ${Math.ceil(size / 1e6)} MB don’t fit on the disk. Free up some space and start Posthorn again.`,
    );
  }
  await db.backup(`${file}.before-${version}`);
}
