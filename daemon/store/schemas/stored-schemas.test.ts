import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { integrityProblems, openReadOnly, openWritable, sql, type ReadDb } from '../db.ts';
import { schemaVersion, type Migration } from '../migrate.ts';
import { openActivity, openMail, storeFiles } from '../open.ts';
import { histories, storedVersions, unpackStored, type Kind } from './test-stored.ts';

const open = { mail: openMail, activity: openActivity };
const kinds = Object.keys(histories) as Kind[];

type Rows = Record<string, Record<string, unknown>[]>;

/** All rows of all tables, as far as `columnsOf` names them. */
function rowsOf(db: ReadDb, columns: Map<string, string[]>): Rows {
  const tables = [...columns].map(([table, names]) => {
    const list = names.map((name) => `"${name}"`).join();
    return [
      table,
      db.all<Record<string, unknown>>({ text: `SELECT ${list} FROM ${table} ORDER BY ${list}`, values: [] }),
    ];
  });
  return Object.fromEntries(tables) as Rows;
}

function columnsIn(db: ReadDb): Map<string, string[]> {
  const rows = db.all<{ table: string; column: string }>(sql`
    SELECT s.name AS "table", c.name AS "column" FROM sqlite_schema s, pragma_table_info(s.name) c
    WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'`);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

/** What the steps of a history make, in words that tell two schemas apart. */
function schemaOf(db: ReadDb): string[] {
  const rows = db.all<{ sql: string }>(sql`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`);
  return rows.map((row) => row.sql.replaceAll(/\s+/g, ' '));
}

function freshSchema(history: readonly Migration[]): string[] {
  const db = openWritable(join(testFolder(), 'fresh.db'), { durability: 'normal' });
  for (const step of history) step(db);
  const schema = schemaOf(db);
  db.close();
  return schema;
}

test('there is a stored database of every earlier schema', () => {
  for (const kind of kinds) {
    const newest = histories[kind].length;
    const earlier = Array.from({ length: newest - 1 }, (_, index) => index + 1);
    const stored = storedVersions(kind).filter((version) => version < newest);
    const sentence =
      `Whoever adds a migration to ${kind}.db stores a database of the schema before it, without the new step in the ` +
      `history: node daemon/store/schemas/test-generate.ts ${kind} ${newest - 1}`;
    assert.deepEqual(stored, earlier, sentence);
  }
});

for (const kind of kinds) {
  for (const version of storedVersions(kind)) {
    test(`${kind}.db of schema ${version} is brought up to date with every row it has`, async () => {
      const history = histories[kind];
      const file = unpackStored(kind, version, testFolder());
      const old = openReadOnly(file);
      assert.deepEqual(schemaOf(old), freshSchema(history.slice(0, version)), 'a released step is never changed');
      const columns = columnsIn(old);
      const before = rowsOf(old, columns);
      old.close();

      const db = await open[kind](file);
      assert.equal(schemaVersion(db), history.length);
      assert.deepEqual(schemaOf(db), freshSchema(history));
      assert.deepEqual(rowsOf(db, columns), before);
      assert.deepEqual([integrityProblems(db), db.all(sql`PRAGMA foreign_key_check`)], [[], []]);
      db.close();

      if (version === history.length) return assert.equal(existsSync(`${file}.before-${version}`), false);
      const kept = openWritable(`${file}.before-${version}`, { durability: 'normal' });
      assert.deepEqual([schemaVersion(kept), rowsOf(kept, columns)], [version, before]);
      kept.close();
    });
  }
}

test('a daemon lists, opens and finds the mail of every earlier schema', async (t) => {
  const versions = storedVersions('mail');
  assert.ok(versions.length > 1);
  for (const version of versions) {
    const dataDir = join(testFolder(), 'data');
    storeFiles(dataDir);
    unpackStored('mail', version, dataDir);
    // Without its server, which would say that all of the mail has gone.
    const ada = { key: 'ada', email: 'ada@example.test', name: 'Ada', enabled: false };
    const daemon = await testDaemon(t, { accounts: [ada], dataDir });
    await daemon.whenIndexed();
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'threads', lens_kind: 'all_mail' });
    const rows = mailbox.groups.flatMap((group) => group.rows);
    // The first schema has accounts alone.
    const expected = version === 1 ? [] : ['Issue 12', 'Prices', 'Re: Dinner on Friday', 'The plan', 'こんにちは'];
    assert.deepEqual(rows.map(({ subject }) => subject).toSorted(), expected, `schema ${version}`);
    const dinner = rows.find(({ subject }) => subject.includes('Dinner'));
    if (dinner) {
      const { messages } = await daemon.ask('threads.get', { thread_id: dinner.thread_id });
      assert.equal(messages.length, 2);
      const { headers } = await daemon.ask('messages.headers', { message_id: dinner.id });
      assert.ok(headers.length > 5);
      assert.equal((await daemon.ask('search.count', { q: 'plan.csv' })).count, 1);
    }
    await daemon.close();
  }
});

test('a migration that is killed in the middle has changed nothing, and the next start makes it', async () => {
  const file = unpackStored('mail', 6, testFolder());
  const child = spawn(process.execPath, ['--input-type=module', '--eval', dyingMigration(file)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');

  const after = openWritable(file, { durability: 'full' });
  assert.equal(schemaVersion(after), 6);
  assert.equal(after.get(sql`SELECT 1 FROM sqlite_schema WHERE name IN ('half_made', 'tokens')`), undefined);
  assert.equal(after.get<{ n: number }>(sql`SELECT count(*) AS n FROM messages WHERE subject = ''`)?.n, 0);
  after.close();
  const db = await openMail(file);
  assert.equal(schemaVersion(db), histories.mail.length);
  assert.equal(db.get<{ n: number }>(sql`SELECT count(*) AS n FROM messages`)?.n, 6);
  db.close();
});

/** A process that dies in the last of two steps, the first of which has been taken. */
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
