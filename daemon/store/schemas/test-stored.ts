import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql, type ReadDb } from '../db.ts';
import { activityHistory, mailHistory } from '../open.ts';

/** The databases of which earlier schemas are stored, each with the same few messages. */
export const histories = { mail: mailHistory, activity: activityHistory };
export type Kind = keyof typeof histories;

/**
 * The oldest schema of each database that this version must be able to migrate. Nothing was released with an earlier one,
 * so its migrations may still change together with the stored databases.
 */
export const oldestSchemas: Record<Kind, number> = { mail: 10, activity: 1 };

/** The schema versions of which a database is stored. */
export function storedVersions(kind: Kind): number[] {
  const form = new RegExp(`^${kind}-(\\d+)\\.db\\.zst$`);
  const versions = readdirSync(import.meta.dirname).map((name) => form.exec(name)?.[1]);
  return versions.flatMap((version) => (version === undefined ? [] : Number(version))).toSorted((a, b) => a - b);
}

/** Unpacks the stored database of a schema into `folder`. Returns the file. */
export function unpackStored(kind: Kind, version: number, folder: string): string {
  const file = join(folder, `${kind}.db`);
  writeFileSync(file, zstdDecompressSync(readFileSync(storedFileOf(kind, version))));
  return file;
}

export function storeCompressed(kind: Kind, version: number, file: string): void {
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(storedFileOf(kind, version), zstdCompressSync(readFileSync(file), { params }));
}

export type Table = { name: string; isVirtual: boolean; columns: string[] };

/** The tables of a database with their columns, without SQLite's own tables and the shadow tables of virtual ones. */
export function tablesIn(db: ReadDb): Table[] {
  const tables = db.all<{ name: string; type: string }>(sql`
    SELECT name, type FROM pragma_table_list
    WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%' ORDER BY name`);
  return tables.map(({ name, type }) => ({ name, isVirtual: type === 'virtual', columns: columnsOf(db, name) }));
}

function columnsOf(db: ReadDb, table: string): string[] {
  return db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`).map(({ name }) => name);
}

function storedFileOf(kind: Kind, version: number): string {
  return join(import.meta.dirname, `${kind}-${version}.db.zst`);
}
