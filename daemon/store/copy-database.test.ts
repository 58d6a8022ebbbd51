import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { copyDatabase } from './copy-database.ts';
import { openReadOnly, openWritable, sql } from './db.ts';
import { integrityProblems } from './integrity.ts';

const rows = 6_000;

/** A database of several thousand pages. */
function database(t: TestContext) {
  const folder = testFolder();
  const file = join(folder, 'test.db');
  const db = openWritable(file, { durability: 'normal' });
  t.after(() => db.close());
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, value TEXT) STRICT');
  db.transaction(() => {
    for (let n = 0; n < rows; n++) db.run(sql`INSERT INTO t (value) VALUES (${`${n} `.repeat(400)})`);
  });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return { db, file, target: join(folder, 'copy.db') };
}

test('a copy has the state of its start, and does not restart when other connections write', async (t) => {
  const { db, file, target } = database(t);
  let [bytes, calls] = [0, 0];
  await copyDatabase(file, target, (more) => {
    bytes += more;
    calls++;
    db.run(sql`UPDATE t SET value = 'changed meanwhile'`);
    db.run(sql`INSERT INTO t (value) VALUES ('came meanwhile')`);
  });
  assert.ok(calls > 2, 'rows were written during the copy');
  assert.equal(bytes, statSync(target).size);
  const copy = openReadOnly(target);
  assert.deepEqual(copy.get(sql`SELECT count(*) AS n, max(value LIKE '%meanwhile') AS changed FROM t`), {
    n: rows,
    changed: 0,
  });
  assert.deepEqual(integrityProblems(copy), []);
  copy.close();
});

test('an error thrown by the progress callback aborts the copy', async (t) => {
  const { db, file, target } = database(t);
  const abort = () => {
    throw new Error('aborted');
  };
  await assert.rejects(copyDatabase(file, target, abort), /aborted/);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(db.get<{ n: number }>(sql`SELECT count(*) AS n FROM t`)?.n, rows);
});
