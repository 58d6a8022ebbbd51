import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { openReadOnly, openWritable, sql, type ReadDb } from '../db.ts';
import { integrityProblems } from '../integrity.ts';
import { schemaVersion, type Migration } from '../migrate.ts';
import { openActivity, openMail, storeFiles } from '../open.ts';
import {
  histories,
  oldestSchemas,
  storedVersions,
  tablesIn,
  unpackStored,
  type Kind,
  type Table,
} from './test-stored.ts';

const open = { mail: openMail, activity: openActivity };
const kinds = Object.keys(histories) as Kind[];

type Rows = Record<string, Record<string, unknown>[]>;

/** All rows of the tables, with the columns that are named. */
function rowsOf(db: ReadDb, tables: readonly Table[]): Rows {
  const entries = tables.map(({ name, columns }) => {
    const list = columns.map((column) => `"${column}"`).join();
    return [
      name,
      db.all<Record<string, unknown>>({ text: `SELECT ${list} FROM ${name} ORDER BY ${list}`, values: [] }),
    ];
  });
  return Object.fromEntries(entries) as Rows;
}

/** The statements that make the schema of a database, without differences of white space. */
function schemaOf(db: ReadDb): string[] {
  const rows = db.all<{ sql: string }>(sql`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`);
  return rows.map((row) => row.sql.replaceAll(/\s+/g, ' '));
}

function freshSchema(history: readonly Migration[]): string[] {
  const db = openWritable(join(testFolder(), 'fresh.db'), { durability: 'normal' });
  for (const migration of history) migration(db);
  const schema = schemaOf(db);
  db.close();
  return schema;
}

/** Tables whose rows a later migration changed or took over into another; a test of their own says how. */
const replacedTables = new Set(['blocked_senders', 'semantic_profiles']);

test('a database of every supported earlier schema is stored', () => {
  for (const kind of kinds) {
    const newest = histories[kind].length;
    const oldest = oldestSchemas[kind];
    const earlier = Array.from({ length: newest - oldest }, (_, index) => oldest + index);
    const stored = storedVersions(kind).filter((version) => version < newest);
    const message =
      `Before a migration is added to ${kind}.db, a database of the schema before it must be stored. Take the new ` +
      `migration out of the history and run: node daemon/store/schemas/test-generate.ts ${kind} ${newest - 1}`;
    assert.deepEqual(stored, earlier, message);
  }
});

for (const kind of kinds) {
  for (const version of storedVersions(kind)) {
    test(`${kind}.db of schema ${version} is migrated with all its rows, and a backup is kept`, async () => {
      const history = histories[kind];
      const file = unpackStored(kind, version, testFolder());
      const old = openReadOnly(file);
      assert.deepEqual(
        schemaOf(old),
        freshSchema(history.slice(0, version)),
        'A stored schema differs from its migrations. A released migration must not change; before the release, store the ' +
          `database again: node daemon/store/schemas/test-generate.ts ${kind} ${version}`,
      );
      const tables = tablesIn(old);
      const before = rowsOf(old, tables);
      old.close();

      const db = await open[kind](file);
      assert.equal(schemaVersion(db), history.length);
      assert.deepEqual(schemaOf(db), freshSchema(history));
      const kept = tables.filter(({ name }) => !replacedTables.has(name) || version === history.length);
      assert.deepEqual(
        rowsOf(db, kept),
        Object.fromEntries(Object.entries(before).filter(([name]) => kept.some((table) => table.name === name))),
      );
      assert.deepEqual([integrityProblems(db), db.all(sql`PRAGMA foreign_key_check`)], [[], []]);
      db.close();

      if (version === history.length) return assert.equal(existsSync(`${file}.before-${version}`), false);
      const backup = openReadOnly(`${file}.before-${version}`);
      assert.deepEqual([schemaVersion(backup), rowsOf(backup, tables)], [version, before]);
      backup.close();
    });
  }
}

test('blocked senders of earlier schemas are decisions that can still be undone', async () => {
  const file = unpackStored('mail', 19, testFolder());
  const old = openWritable(file, { durability: 'normal' });
  old.run(sql`
    INSERT INTO blocked_senders (account, sender, blocked_at, origin)
    SELECT id, 'offers@shop.example', '2026-03-10T08:00:00.000Z', 'human' FROM accounts`);
  const about = JSON.stringify({ blocked: true, sender: 'offers@shop.example' });
  const { id } = old.run(sql`
    INSERT INTO mutations (mutation_id, kind, about, origin, made_at, undoable_until, requested, skipped)
    VALUES ('0195804f-3c2a-7d41-9b06-5e8d2f61c7a4', 'block', ${about}, 'human', '2026-03-10T08:00:00.000Z',
      '2026-03-11T08:00:00.000Z', 0, 0)`);
  old.run(sql`INSERT INTO mutation_accounts (mutation, account, changes) SELECT ${id}, id, '[]' FROM accounts`);
  old.close();
  const db = await openMail(file);
  const decision = { scope: 'sender', value: 'offers@shop.example', disposition: 'deny', is_blocked: 1 };
  const decided = db.all<object>(sql`SELECT scope, value, disposition, is_blocked FROM screener_decisions`);
  assert.deepEqual(decided, [decision]);
  const changes = db.all<object>(sql`
    SELECT value, before, after ->> 'is_blocked' AS is_blocked, after ->> 'decided_at' AS at FROM screener_changes`);
  assert.deepEqual(changes, [
    { value: 'offers@shop.example', before: null, is_blocked: 1, at: '2026-03-10T08:00:00.000Z' },
  ]);
  db.close();
});

test('a model that was installed before models had a name has to be installed again', async () => {
  const file = unpackStored('mail', 34, testFolder());
  const old = openWritable(file, { durability: 'normal' });
  old.run(sql`DELETE FROM semantic_profiles`);
  old.run(sql`
    INSERT INTO semantic_profiles (profile, installed_at, is_serving)
    VALUES ('bge-small-en-v1.5', '2026-03-10T08:00:00.000Z', 1), ('bge-m3', NULL, 0)`);
  old.close();
  const db = await openMail(file);
  const found = db.all<object>(sql`
    SELECT profile, installed_at, last_error, model, serving_model FROM semantic_profiles ORDER BY profile DESC`);
  const none = { installed_at: null, model: null, serving_model: null };
  assert.deepEqual(found, [
    { profile: 'bge-small-en-v1.5', last_error: 'Install the model again.', ...none },
    { profile: 'bge-m3', last_error: null, ...none },
  ]);
  db.close();
});

test('a daemon lists, opens and finds the mail of every stored schema', async (t) => {
  for (const version of storedVersions('mail')) {
    const dataDir = join(testFolder(), 'data');
    storeFiles(dataDir);
    unpackStored('mail', version, dataDir);
    // The account is disabled, because the fake server has no messages and a sync would remove the stored ones.
    const ada = { key: 'ada', email: 'ada@example.test', name: 'Ada', enabled: false };
    const daemon = await testDaemon(t, { accounts: [ada], dataDir });
    await daemon.whenIndexed();
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'threads', lens_kind: 'all_mail' });
    const rows = mailbox.groups.flatMap((group) => group.rows);
    const expected = ['Issue 12', 'Prices', 'Re: Dinner on Friday', 'The plan', 'こんにちは'];
    assert.deepEqual(rows.map(({ subject }) => subject).toSorted(), expected, `schema ${version}`);
    const dinner = rows.find(({ subject }) => subject.includes('Dinner'));
    assert.ok(dinner);
    const { messages } = await daemon.ask('threads.get', { thread_id: dinner.thread_id });
    assert.equal(messages.length, 2);
    const { headers } = await daemon.ask('messages.headers', { message_id: dinner.id });
    assert.ok(headers.length > 5);
    assert.equal((await daemon.ask('search.count', { q: 'plan.csv' })).count, 1);
    await daemon.close();
  }
});

test('a migration that is killed in the middle changes nothing, and the next start completes it', async () => {
  const version = oldestSchemas.mail;
  const file = unpackStored('mail', version, testFolder());
  const old = openReadOnly(file);
  const tables = tablesIn(old);
  const [schema, before] = [schemaOf(old), rowsOf(old, tables)];
  old.close();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', dyingMigration(file)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');

  const after = openWritable(file, { durability: 'full' });
  assert.equal(schemaVersion(after), version);
  assert.deepEqual([schemaOf(after), rowsOf(after, tables)], [schema, before]);
  after.close();
  const db = await openMail(file);
  assert.equal(schemaVersion(db), histories.mail.length);
  assert.deepEqual(rowsOf(db, tables), before);
  db.close();
});

/** A program whose last migration kills its process after the earlier ones were applied. */
function dyingMigration(file: string): string {
  const from = (name: string) => JSON.stringify(new URL(`../${name}.ts`, import.meta.url).href);
  return `
    import { openWritable } from ${from('db')};
    import { migrate } from ${from('migrate')};
    import { mailHistory } from ${from('open')};
    const file = ${JSON.stringify(file)};
    const die = (db) => {
      db.exec("CREATE TABLE half_made (x INTEGER) STRICT; UPDATE messages SET subject = ''");
      process.kill(process.pid, 'SIGKILL');
    };
    await migrate(openWritable(file, { durability: 'full' }), { file, history: [...mailHistory, die] });`;
}
