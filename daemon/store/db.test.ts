import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { jsonList, openReadOnly, openWritable, sql } from './db.ts';
import { integrityProblems } from './integrity.ts';

function database(folder: string) {
  const file = join(folder, 'test.db');
  const db = openWritable(file, { durability: 'full' });
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, value ANY) STRICT');
  return { db, file };
}

test('integers are stored as integers, booleans as 0 and 1', () => {
  const { db } = database(testFolder());
  for (const value of [7, true, false, 1.5, 'seven', null]) db.run(sql`INSERT INTO t (value) VALUES (${value})`);
  const types = db.all<{ type: string }>(sql`SELECT typeof(value) AS type FROM t ORDER BY id`);
  assert.deepEqual(
    types.map(({ type }) => type),
    ['integer', 'integer', 'integer', 'real', 'text', 'null'],
  );
  db.close();
});

test('undefined is refused as a bound value', () => {
  assert.throws(() => sql`SELECT ${undefined as unknown as string}`, TypeError);
});

test('a value is never part of the statement', () => {
  const { db } = database(testFolder());
  const hostile = `'); DROP TABLE t; --`;
  db.run(sql`INSERT INTO t (value) VALUES (${hostile})`);
  assert.deepEqual(db.get(sql`SELECT value FROM t`), { value: hostile });
  db.close();
});

test('a read-only connection cannot write', () => {
  const { db, file } = database(testFolder());
  const reader = openReadOnly(file);
  assert.throws(() => reader.get(sql`INSERT INTO t (value) VALUES (1) RETURNING id`), /readonly/);
  assert.equal(db.get<{ n: number }>(sql`SELECT count(*) AS n FROM t`)?.n, 0);
  reader.close();
  db.close();
});

test('reads in a snapshot see one state, and the next snapshot sees later writes', async () => {
  const { db, file } = database(testFolder());
  const reader = openReadOnly(file);
  const count = () => reader.get<{ n: number }>(sql`SELECT count(*) AS n FROM t`)?.n;
  const twice = () => {
    const before = count();
    db.run(sql`INSERT INTO t (value) VALUES (1)`);
    return [before, count()];
  };
  assert.deepEqual(reader.snapshot(twice), [0, 0]);
  assert.equal(
    reader.snapshot(() => reader.snapshot(count)),
    1,
  );
  assert.throws(() => reader.snapshot(() => assert.fail('within')), /within/);
  assert.equal(await reader.snapshot(async () => Promise.resolve().then(count)), 1);
  assert.deepEqual(twice(), [1, 2]);
  reader.close();
  db.close();
});

test('a transaction that throws leaves nothing behind', () => {
  const { db } = database(testFolder());
  assert.throws(() =>
    db.transaction(() => {
      db.run(sql`INSERT INTO t (value) VALUES (1)`);
      throw new Error('aborted');
    }),
  );
  assert.equal(db.get<{ n: number }>(sql`SELECT count(*) AS n FROM t`)?.n, 0);
  db.close();
});

test('a list of any length is one bound value', () => {
  const { db } = database(testFolder());
  for (let value = 0; value < 10; value++) db.run(sql`INSERT INTO t (value) VALUES (${value})`);
  const wanted = jsonList([3, 5, ...Array.from({ length: 50_000 }, (_, i) => i + 100)]);
  const rows = db.all<{ value: number }>(
    sql`SELECT value FROM t WHERE value IN (SELECT value FROM json_each(${wanted}))`,
  );
  assert.deepEqual(
    rows.map(({ value }) => value),
    [3, 5],
  );
  db.close();
});

test('an intact database has no integrity problems, a damaged one has', () => {
  const { db, file } = database(testFolder());
  for (let n = 0; n < 2_000; n++) db.run(sql`INSERT INTO t (value) VALUES (${`row ${n} `.repeat(20)})`);
  assert.deepEqual(integrityProblems(db), []);
  db.close();
  const bytes = readFileSync(file);
  bytes.fill(0, 5 * 4096, 9 * 4096);
  writeFileSync(file, bytes);
  const damaged = openReadOnly(file);
  assert.notDeepEqual(integrityProblems(damaged), []);
  damaged.close();
});
