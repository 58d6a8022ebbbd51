import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { openWritable, sql, type WriteDb } from './db.ts';
import { removeIdentity, readIdentity, acquireInstanceLock } from './instance-lock.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { mailHistory, openMail, storeFiles } from './open.ts';

const identity = { instance: 'posthorn-test', pid: 1, started_at: '2026-01-01T00:00:00.000Z', is_demo: false };

test('a new database has the newest schema, and opening it again changes nothing', async () => {
  const { mail } = storeFiles(testFolder());
  const first = await openMail(mail);
  assert.equal(schemaVersion(first), mailHistory.length);
  first.close();
  const second = await openMail(mail);
  assert.equal(schemaVersion(second), mailHistory.length);
  second.close();
  assert.ok(!existsSync(`${mail}.before-${mailHistory.length}`));
});

test('a database of a newer schema is refused and not changed', async () => {
  const { mail } = storeFiles(testFolder());
  const db = openWritable(mail, { durability: 'full' });
  db.exec('PRAGMA user_version = 9999');
  db.close();
  await assert.rejects(openMail(mail), { code: 'database_newer' });
  const after = openWritable(mail, { durability: 'full' });
  assert.equal(schemaVersion(after), 9999);
  after.close();
});

test('a database with data is backed up before its schema changes', async () => {
  const file = join(testFolder(), 'old.db');
  const first = (db: WriteDb) => db.exec('CREATE TABLE a (x INTEGER) STRICT');
  const second = (db: WriteDb) => db.exec('ALTER TABLE a ADD COLUMN y INTEGER');
  const db = openWritable(file, { durability: 'full' });
  await migrate(db, { file, history: [first] });
  db.run(sql`INSERT INTO a (x) VALUES (1)`);
  await migrate(db, { file, history: [first, second] });
  db.close();
  const backup = openWritable(`${file}.before-1`, { durability: 'full' });
  assert.deepEqual(backup.all(sql`SELECT * FROM a`), [{ x: 1 }]);
  backup.close();
});

test('a failed migration leaves the schema unchanged', async () => {
  const file = join(testFolder(), 'half.db');
  const good = (db: WriteDb) => db.exec('CREATE TABLE a (x INTEGER) STRICT');
  const bad = (db: WriteDb) => {
    db.exec('CREATE TABLE b (x INTEGER) STRICT');
    throw new Error('aborted');
  };
  const db = openWritable(file, { durability: 'full' });
  await migrate(db, { file, history: [good] });
  await assert.rejects(migrate(db, { file, history: [good, bad] }), /aborted/);
  assert.equal(schemaVersion(db), 1);
  assert.equal(db.get(sql`SELECT 1 FROM sqlite_schema WHERE name = 'b'`), undefined);
  db.close();
});

test('only the owner can read the folders of the store', () => {
  const { blobs } = storeFiles(join(testFolder(), 'data'));
  assert.equal(statSync(blobs).mode & 0o777, 0o700);
  assert.equal(statSync(join(blobs, '..')).mode & 0o777, 0o700);
});

test('a second daemon is told which process holds the lock, and the lock is free after release', () => {
  const folder = testFolder();
  const lock = acquireInstanceLock(folder, identity);
  assert.throws(() => acquireInstanceLock(folder, { ...identity, pid: 2 }), {
    code: 'already_running',
    message: /process 1/,
  });
  lock.release();
  acquireInstanceLock(folder, { ...identity, pid: 3 }).release();
  assert.equal(readIdentity(folder)?.pid, 3);
  removeIdentity(folder);
  assert.equal(readIdentity(folder), undefined);
});
