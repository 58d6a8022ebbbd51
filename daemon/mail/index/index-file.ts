import { existsSync, rmSync } from 'node:fs';
import { openReadOnly, openWritable, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** Raised whenever what the index holds for a message changes: an index of another version is built anew. */
const indexVersion = 2;

/** The columns of the full-text table, in order. */
export const indexColumns = ['subject', 'from', 'to', 'cc', 'bcc', 'body', 'filename', 'list'] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** Whether `openIndex` will find an index to go on with. */
export function hasIndex(file: string): boolean {
  if (!existsSync(file)) return false;
  const found = openIfUsable(() => openReadOnly(file));
  found?.close();
  return found !== undefined;
}

/**
 * Opens the index, or makes it anew where it is missing, damaged or of another version; `isNew` says so. It holds
 * nothing that `mail.db` does not, so nothing is lost by that. `onNew` is called before it is made anew: what it does then
 * has been done whenever there is such an index, also after a crash.
 */
export function openIndex(file: string, onNew: () => void = () => undefined): { db: WriteDb; isNew: boolean } {
  const existing = openIfUsable(() => openWritable(file, { durability: 'normal' }));
  if (existing) return { db: existing, isNew: false };
  onNew();
  for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true });
  const db = openWritable(file, { durability: 'normal' });
  emptyIndex(db);
  return { db, isNew: true };
}

/** Leaves an index without any message, also of one that is damaged. */
export function emptyIndex(db: WriteDb): void {
  db.transaction(() => {
    db.exec(`
      DROP TABLE IF EXISTS fts;
      CREATE VIRTUAL TABLE fts USING fts5(${indexColumns.map((column) => `"${column}"`).join(', ')},
        content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
      PRAGMA user_version = ${indexVersion};`);
  });
}

/** The connection, where it leads to an index that can be gone on with; else it is closed. */
function openIfUsable<Db extends ReadDb>(open: () => Db): Db | undefined {
  let db: Db | undefined;
  try {
    db = open();
    const version = db.get<{ user_version: number }>(sql`PRAGMA user_version`)?.user_version;
    if (version === indexVersion && db.get(sql`SELECT max(id) FROM fts_docsize`)) return db;
  } catch {
    // Damaged, or not a database at all: it is made anew, from what mail.db has.
  }
  db?.close();
  return undefined;
}
