import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openIndex } from '../daemon/mail/index/index-file.ts';
import { cutSource, saveSource, writeBlobs } from '../daemon/mail/sources/source.ts';
import { sql, type ReadDb } from '../daemon/store/db.ts';
import { openActivity, openMail, storeFiles } from '../daemon/store/open.ts';
import { testFolder } from '../daemon/test-folder.ts';

const text = readFileSync(new URL('../docs/schema.md', import.meta.url), 'utf8');

/** The tables of a database and their columns, as `table.column`; without those in which FTS5 keeps its index. */
function columnsIn(db: ReadDb): string[] {
  return db
    .all<{ tbl: string; col: string }>(
      sql`
      SELECT m.name AS tbl, p.name AS col FROM sqlite_schema m, pragma_table_info(m.name) p
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'
        AND NOT EXISTS (SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL TABLE%' AND m.name GLOB v.name || '_*'
          AND (SELECT type FROM pragma_table_list WHERE name = m.name) = 'shadow')`,
    )
    .map(({ tbl, col }) => `${tbl}.${col}`);
}

/** The tables and columns that the page describes below the heading of a file. */
function describedIn(file: string): string[] {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${file}\n`)) ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => {
      const [table = '', ...lines] = part.split('\n');
      return lines.flatMap((line) => {
        const column = /^- `(\w+)`: \S/.exec(line)?.[1];
        return column === undefined ? [] : [`${table}.${column}`];
      });
    });
}

test('docs/schema.md describes every table and column of the databases, and no others', async (t) => {
  const files = storeFiles(join(testFolder(), 'data'));
  const databases = {
    'mail.db': await openMail(files.mail),
    'index.db': openIndex(files.index).db,
    'activity.db': await openActivity(files.activity),
  };
  for (const [file, db] of Object.entries(databases)) {
    t.after(() => db.close());
    const [real, described] = [columnsIn(db), describedIn(file)];
    assert.ok(real.length > 0, file);
    assert.deepEqual(
      {
        missing: real.filter((name) => !described.includes(name)),
        surplus: described.filter((name) => !real.includes(name)),
      },
      { missing: [], surplus: [] },
      file,
    );
    assert.equal(new Set(described).size, described.length, file);
  }
});

test('the program in docs/schema.md writes the bytes of a message, without those left on the server', async () => {
  const dataDir = join(testFolder(), 'data');
  const files = storeFiles(dataDir);
  const mail = await openMail(files.mail);
  const part = (character: string) =>
    `--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${character.repeat(76)}\r\n`.repeat(1_000)}`;
  const head = 'Subject: Attached\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n';
  const [before, after] = [`${head}${part('A')}`, `${part('C')}--b--\r\n`];
  const range = { start: before.length, length: 5_000, part: '2' };
  const cut = cutSource(Buffer.from(before + after), { missingRanges: [range] });
  assert.equal(cut.cuts.length, 2);
  writeBlobs(files.blobs, cut);
  mail.exec('PRAGMA foreign_keys = OFF');
  mail.run(sql`
    INSERT INTO messages (id, account, message_id, thread, sort_key, position, received_at, subject, snippet, from_email,
      recipients, reference_ids, unsubscribe, direction, size, attachment_count, stored_at)
    VALUES (1, 1, 'an-id', 1, 1, 1, '', 'Attached', '', '', '{}', '[]', '"None"', 'inbound', 1, 2, '')`);
  saveSource(mail, 1, cut);
  mail.close();
  const program = join(testFolder(), 'message.mjs');
  writeFileSync(program, /```js\n([^]*?)```/.exec(text)?.[1] ?? '');
  const bytes = execFileSync(process.execPath, ['--no-warnings', program, dataDir, 'an-id'], { maxBuffer: 10_000_000 });
  assert.ok(bytes.equals(Buffer.from(before + after)));
});
