/**
 * `node daemon/store/schemas/test-generate.ts [KIND VERSION]`: stores a database of a schema, for the test that migrates
 * it; without arguments, one of each newest schema. Run it before a migration is added. A database of an earlier VERSION is
 * filled with rows of the newest schema, as far as it has the tables and columns, so it must not be made again once a later
 * migration has changed the meaning of rows.
 */
import { join } from 'node:path';
import { mail, testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { openReadOnly, openWritable, sql } from '../db.ts';
import { storeFiles } from '../open.ts';
import { histories, storeCompressed, tablesIn, type Kind } from './test-stored.ts';

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

/** Messages of the kinds that are stored differently: a thread, HTML, another script, an attachment, a mailing list. */
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

/** A store of the newest schema with the sample messages, and a row in each of some tables that a sync leaves empty. */
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
    INSERT INTO sync_missing (account, folder, uidvalidity, uid, arrival, reason, attempts, retry_at)
    VALUES (1, 'Archive', 1, 99, '{}', 'The server did not return it.', 2, '2026-03-11T08:00:00.000Z')`);
  db.close();
  return { mail: file, activity };
}

/** A database of schema `version` with the rows of `newest`. */
function databaseOfVersion(kind: Kind, version: number, newest: string): string {
  const file = join(testFolder(), 'old.db');
  const db = openWritable(file, { durability: 'normal' });
  for (const migration of histories[kind].slice(0, version)) migration(db);
  const triggers = db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
  );
  // The counters that the triggers maintain are copied with the other rows.
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(`PRAGMA foreign_keys = OFF; ATTACH '${newest}' AS newest`);
  const source = openReadOnly(newest);
  const sourceColumns = new Map(tablesIn(source).map(({ name, columns }) => [name, columns]));
  source.close();
  for (const { name, isVirtual, columns } of tablesIn(db)) {
    const shared = columns.filter((column) => sourceColumns.get(name)?.includes(column)).map((column) => `"${column}"`);
    // A table that the newest schema does not have stays empty.
    if (shared.length === 0) continue;
    // The rows of a full-text table are found by their rowid.
    const list = [...(isVirtual ? ['rowid'] : []), ...shared].join();
    db.exec(`INSERT OR REPLACE INTO main.${name} (${list}) SELECT ${list} FROM newest.${name}`);
  }
  for (const trigger of triggers) db.exec(trigger.sql);
  db.exec(`DETACH newest; PRAGMA user_version = ${version}; PRAGMA journal_mode = DELETE; VACUUM`);
  db.close();
  return file;
}
