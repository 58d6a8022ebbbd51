import { existsSync } from 'node:fs';
import { openReadOnly, openWritable, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { removeOldIndex, setIndexAside } from '../../store/renew.ts';
import { vectorTables } from '../semantic/vector-store.ts';
import { copyVectors } from './salvage-vectors.ts';

/** Raised when the indexed content of a message changes: an index of another version is rebuilt. */
const indexVersion = 5;

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
 * has no data that `mail.db` lacks, so nothing is lost. Its vectors took long to compute, so those that can still be read are kept:
 * `keptVectors` is their number. `onNew` runs before the index is recreated, so its effects exist whenever such an index
 * exists, also after a crash.
 */
export function openIndex(file: string, onNew: () => void = () => undefined): OpenedIndex {
  const existing = openIfUsable(() => openWritable(file, { durability: 'normal' }));
  if (existing) return { db: existing, isNew: false, keptVectors: 0 };
  onNew();
  const older = setIndexAside(file);
  const db = openWritable(file, { durability: 'normal' });
  emptyIndex(db);
  const keptVectors = copyVectors(older, db);
  removeOldIndex(older);
  return { db, isNew: true, keptVectors };
}

type OpenedIndex = { db: WriteDb; isNew: boolean; keptVectors: number };

/** Empties the full-text index, even if it is damaged. Vectors stay. */
export function emptyIndex(db: WriteDb): void {
  db.transaction(() => {
    db.exec(`
      DROP TABLE IF EXISTS fts;
      CREATE VIRTUAL TABLE fts USING fts5(${indexColumns.map((column) => `"${column}"`).join(', ')},
        content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
      ${vectorTables}
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
