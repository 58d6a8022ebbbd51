import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReadOnly } from '../../store/db.ts';
import { testFolder } from '../../test-folder.ts';
import { chunksOf } from '../semantic/chunks.ts';
import { saveChunks, saveVectors } from '../semantic/vector-store.ts';
import { openIndex } from './index-file.ts';

const count = 400;
const of = { model: 'bge-small-en-v1.5@0123456789abcdef', generation: 1 };

/** An index with so many messages of one chunk, each with a vector. */
function indexWithVectors(): string {
  const file = join(testFolder(), 'index.db');
  const { db } = openIndex(file);
  for (let at = 1; at <= count; at++)
    saveChunks(db, at, chunksOf({ subject: `Notes ${at}`, text: 'Some words.', from_name: null, from_email: '' }));
  const chunks = db.all<{ id: number; hash: Buffer }>({ text: 'SELECT id, hash FROM semantic_chunks', values: [] });
  const vectorOf = (id: number) => Float32Array.from({ length: 384 }, (_, i) => (i === id % 384 ? 1 : 0));
  saveVectors(
    db,
    of,
    chunks.map(({ id, hash }) => ({ chunk: id, hash, vector: vectorOf(id) })),
  );
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return file;
}

/** Overwrites a page of a table: its first, or the nth. */
function damage(file: string, table: string, nth = 0): void {
  const db = openReadOnly(file);
  const query = `SELECT pageno FROM dbstat WHERE name = '${table}' ORDER BY path`;
  let page: number | undefined;
  try {
    page = db.all<{ pageno: number }>({ text: query, values: [] })[nth]?.pageno;
  } catch {
    // SQLite may be built without this table.
    const root = { text: `SELECT rootpage AS pageno FROM sqlite_schema WHERE name = '${table}'`, values: [] };
    page = db.get<{ pageno: number }>(root)?.pageno;
  }
  db.close();
  assert.ok(page);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

test('an index that is damaged is made anew with its vectors, exactly as they were', () => {
  const file = indexWithVectors();
  damage(file, 'fts_docsize');
  const { db, isNew, keptVectors } = openIndex(file);
  assert.deepEqual([isNew, keptVectors], [true, count]);
  const stored = db.all<{ hash: string; value: Buffer }>({
    text: `SELECT hex(c.hash) AS hash, e.value FROM semantic_chunks c JOIN semantic_vectors v ON v.chunk = c.id
      JOIN semantic_values e ON e.vector = v.id`,
    values: [],
  });
  assert.equal(new Set(stored.map(({ hash }) => hash)).size, count);
  assert.ok(stored.every(({ value }) => value.length === 384 * 4));
  db.close();
  assert.deepEqual(openIndex(file).isNew, false);
});

test('of vectors that are damaged themselves the readable ones are kept, and the index is usable', () => {
  const file = indexWithVectors();
  damage(file, 'fts_docsize');
  damage(file, 'semantic_values', 100);
  const { db, keptVectors } = openIndex(file);
  assert.ok(keptVectors < count, `${keptVectors} vectors`);
  assert.deepEqual(db.all({ text: 'PRAGMA integrity_check', values: [] }), [{ integrity_check: 'ok' }]);
  db.close();
});
