import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { openWritable, sql } from './db.ts';

/** Overwrites a part of a file with bytes that make no sense. */
export function damage(file: string, from: number, length: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, from);
  closeSync(descriptor);
}

/** Overwrites one leaf page of a table or index of a closed database. */
export function damageLeafOf(file: string, name: string, nth: number): void {
  const db = openWritable(file, { durability: 'normal' });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pageSize = db.get<{ page_size: number }>(sql`PRAGMA page_size`)?.page_size ?? 0;
  const root =
    db.get<{ rootpage: number }>(sql`SELECT rootpage FROM sqlite_schema WHERE name = ${name}`)?.rootpage ?? 0;
  db.close();
  const leaves = leafPages(readFileSync(file), pageSize, root);
  const page = leaves[nth % leaves.length] ?? root;
  damage(file, (page - 1) * pageSize, pageSize);
}

/** https://www.sqlite.org/fileformat2.html, section 1.6: interior pages have type 2 or 5. */
function leafPages(bytes: Buffer, pageSize: number, page: number): number[] {
  const start = (page - 1) * pageSize + (page === 1 ? 100 : 0);
  const type = bytes[start];
  if (type !== 2 && type !== 5) return [page];
  const cells = bytes.readUInt16BE(start + 3);
  const children = Array.from({ length: cells }, (_, index) =>
    bytes.readUInt32BE((page - 1) * pageSize + bytes.readUInt16BE(start + 12 + index * 2)),
  );
  return [...children, bytes.readUInt32BE(start + 8)].flatMap((child) => leafPages(bytes, pageSize, child));
}
