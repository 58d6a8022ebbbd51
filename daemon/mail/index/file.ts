import { rmSync } from 'node:fs';
import { openWritable, sql, type WriteDb } from '../../store/db.ts';

/** Raised whenever what the index holds for a message changes: an index of another version is built anew. */
const indexVersion = 2;

/** The columns of the full-text table, in order. */
export const indexColumns = ['subject', 'from', 'to', 'cc', 'bcc', 'body', 'filename', 'list'] as const;
export type IndexColumn = (typeof indexColumns)[number];

/**
 * Opens the index, or makes it anew where it is missing, damaged or of another version; `isNew` says so. It holds
 * nothing that `mail.db` does not, so nothing is lost by that.
 */
export function openIndex(file: string): { db: WriteDb; isNew: boolean } {
  const existing = tryOpen(file);
  if (existing) return { db: existing, isNew: false };
  for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true });
  const db = openWritable(file, { durability: 'normal' });
  db.transaction(() => {
    db.exec(`
      CREATE VIRTUAL TABLE fts USING fts5(${indexColumns.map((column) => `"${column}"`).join(', ')},
        content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
      PRAGMA user_version = ${indexVersion};`);
  });
  return { db, isNew: true };
}

function tryOpen(file: string): WriteDb | undefined {
  let db: WriteDb | undefined;
  try {
    db = openWritable(file, { durability: 'normal' });
    const version = db.get<{ user_version: number }>(sql`PRAGMA user_version`)?.user_version;
    if (version === indexVersion && db.get(sql`SELECT count(*) FROM fts_docsize`)) return db;
  } catch {
    // Damaged, or not a database at all: it is made anew, from what mail.db has.
  }
  db?.close();
  return undefined;
}
