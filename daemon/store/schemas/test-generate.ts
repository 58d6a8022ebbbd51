/**
 * `node daemon/store/schemas/test-generate.ts [KIND VERSION]`: stores databases of the schemas as they are now, for the test
 * that brings them up to date. Run it before a migration is added. An earlier VERSION is made with the rows of now, as far
 * as it has tables and columns for them, so it must not be made again once a later one has changed what rows mean.
 */
import { join } from 'node:path';
import { mail, testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { openReadOnly, openWritable, sql, type ReadDb } from '../db.ts';
import { storeFiles } from '../open.ts';
import { histories, storeCompressed, type Kind } from './test-stored.ts';

const from = 'Ben Okoro <ben@people.example>';
const mixed = { 'Content-Type': 'multipart/mixed; boundary=cut' };
const plan = [
  '--cut\nContent-Type: text/plain\n\nAttached.',
  '--cut\nContent-Type: text/csv\nContent-Disposition: attachment; filename="plan.csv"\n\na,b\n1,2',
  '--cut--',
].join('\n');
const html = { 'Content-Type': 'text/html; charset=utf-8' };

const [kind, version] = process.argv.slice(2);
const requestedSchemas: [Kind, number][] =
  kind === undefined
    ? [
        ['mail', histories.mail.length],
        ['activity', histories.activity.length],
      ]
    : [[kind as Kind, Number(version)]];

const files = await storeWithMessages();
for (const [each, number] of requestedSchemas)
  storeCompressed(each, number, databaseOfVersion(each, number, files[each]));

/** Letters of the kinds a store tells apart: a thread, HTML, another alphabet, a file, a list. */
function sampleMessages(): Buffer[] {
  return [
    mail({ from, subject: 'Dinner on Friday', text: 'Shall we say seven?', id: 'dinner@people.example' }),
    mail({
      from: 'Cleo <cleo@people.example>',
      subject: 'Re: Dinner on Friday',
      text: 'Seven is fine.\n\n> Shall we say seven?',
      id: 'answer@people.example',
      minutesAgo: 30,
      headers: { 'In-Reply-To': '<dinner@people.example>', References: '<dinner@people.example>' },
    }),
    mail({
      from,
      subject: 'Prices',
      text: '<h1>Prices</h1><p>Twelve each.</p>',
      id: 'html@people.example',
      headers: html,
    }),
    mail({ from, subject: '=?utf-8?B?44GT44KT44Gr44Gh44Gv?=', text: 'こんにちは', id: 'hello@people.example' }),
    mail({
      from: 'The list <list@lists.example>',
      subject: 'Issue 12',
      text: 'What is new.',
      id: 'list@lists.example',
      headers: { 'List-Id': '<news.lists.example>', 'List-Unsubscribe': '<mailto:leave@lists.example>' },
    }),
    mail({ from, subject: 'The plan', text: plan, id: 'plan@people.example', headers: mixed }),
  ];
}

/** A store of today with the letters in it, and a row in tables that an ordinary sync leaves empty. */
async function storeWithMessages(): Promise<Record<Kind, string>> {
  const daemon = await testDaemon(
    { after: () => undefined },
    { prepare: (servers) => sampleMessages().forEach((message) => servers.get('ada')?.control.deliver(message)) },
  );
  await daemon.synced();
  await daemon.close();
  const { mail: file, activity } = storeFiles(daemon.dataDir);
  const db = openWritable(file, { durability: 'normal' });
  db.run(sql`
    INSERT INTO jobs (job_id, kind, status, started_at, finished_at)
    VALUES ('019cd6c2-8c00-7000-8000-000000000001', 'import', 'failed', 1773129600000, 1773129600001)`);
  db.run(sql`
    INSERT INTO imports (job_id, path, passed_over) VALUES ('019cd6c2-8c00-7000-8000-000000000001', '/mail', 3)`);
  db.run(sql`
    INSERT INTO sync_missing (account, folder, uidvalidity, uid, arrival, reason, attempts)
    VALUES (1, 'Archive', 1, 99, '{}', 'it was not handed out', 2)`);
  db.close();
  return { mail: file, activity };
}

/** A database of schema `version` that holds the rows of `today`. */
function databaseOfVersion(kind: Kind, version: number, today: string): string {
  const file = join(testFolder(), 'old.db');
  const db = openWritable(file, { durability: 'normal' });
  for (const step of histories[kind].slice(0, version)) step(db);
  const triggers = db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
  );
  // The counters they keep are among the rows.
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(`PRAGMA foreign_keys = OFF; ATTACH '${today}' AS today`);
  const source = openReadOnly(today);
  for (const { name } of tablesOf(db)) {
    const sourceColumns = new Set(columnsOf(source, name));
    const columns = columnsOf(db, name)
      .filter((column) => sourceColumns.has(column))
      .map((column) => `"${column}"`)
      .join();
    db.exec(`INSERT OR REPLACE INTO main.${name} (${columns}) SELECT ${columns} FROM today.${name}`);
  }
  source.close();
  for (const trigger of triggers) db.exec(trigger.sql);
  db.exec(`DETACH today; PRAGMA user_version = ${version}; PRAGMA journal_mode = DELETE; VACUUM`);
  db.close();
  return file;
}

function tablesOf(db: ReadDb): { name: string }[] {
  return db.all(sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`);
}

function columnsOf(db: ReadDb, table: string): string[] {
  return db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`).map(({ name }) => name);
}
