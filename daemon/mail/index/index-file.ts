import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { openReadOnly, openWritable, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** Raised when the indexed content of a message changes: an index of another version is rebuilt. */
const indexVersion = 2;

/** The columns of the full-text table, in order. */
export const indexColumns = ['subject', 'from', 'to', 'cc', 'bcc', 'body', 'filename', 'list'] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** Whether `openIndex` finds a usable index. */
export function hasIndex(file: string): boolean {
  if (!existsSync(file)) return false;
  const found = openIfUsable(() => openReadOnly(file));
  found?.close();
  return found !== undefined;
}

/**
 * Opens the index, or recreates it if it is missing, damaged or of another version; `isNew` reports that. The index
 * has no data that `mail.db` lacks, so nothing is lost. `onNew` runs before the index is recreated, so its effects
 * exist whenever such an index exists, also after a crash.
 */
export function openIndex(file: string, onNew: () => void = () => undefined): { db: WriteDb; isNew: boolean } {
  const existing = openIfUsable(() => openWritable(file, { durability: 'normal' }));
  if (existing) return { db: existing, isNew: false };
  onNew();
  for (const each of [file, `${file}-wal`, `${file}-shm`]) removeOrPutAside(each);
  const db = openWritable(file, { durability: 'normal' });
  emptyIndex(db);
  return { db, isNew: true };
}

/** What is no file was made by another program, so it is renamed. */
function removeOrPutAside(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return rmSync(path, { force: true });
  let number = 1;
  while (existsSync(`${path}.put-aside-${number}`)) number++;
  renameSync(path, `${path}.put-aside-${number}`);
}

/** Replaces the index by an empty index, even if it is damaged. */
export function emptyIndex(db: WriteDb): void {
  db.transaction(() => {
    db.exec(`
      DROP TABLE IF EXISTS fts;
      CREATE VIRTUAL TABLE fts USING fts5(${indexColumns.map((column) => `"${column}"`).join(', ')},
        content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
      PRAGMA user_version = ${indexVersion};`);
  });
}

/** Returns the connection if it opens a usable index; otherwise closes it. */
function openIfUsable<Db extends ReadDb>(open: () => Db): Db | undefined {
  let db: Db | undefined;
  try {
    db = open();
    const version = db.get<{ user_version: number }>(sql`PRAGMA user_version`)?.user_version;
    if (version === indexVersion && db.get(sql`SELECT max(id) FROM fts_docsize`)) return db;
  } catch {
    // Damaged, or not a database: the index is rebuilt from mail.db.
  }
  db?.close();
  return undefined;
}
