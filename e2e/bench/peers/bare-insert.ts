/**
 * A peer: better-sqlite3 alone stores messages that were parsed before the measurement starts. One table of messages, their
 * text, one label and a contentless full-text index, in batches of a thousand. Prints the duration as JSON. Started as
 * `node bare-insert.ts MAILDIR FILE [ROWS]`: the parsed messages are kept in the file ROWS for the next process.
 */
import Database from 'better-sqlite3';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMessage } from '../../../daemon/mail/mime/parse.ts';

type Row = { key: number; subject: string; from: string; to: string; date: string; size: number; text: string };

const [maildir = '', file = '', kept] = process.argv.slice(2);
const rows = kept === undefined ? parsedRows(join(maildir, 'cur')) : keptRows(kept);
const db = openEmpty(file);
const began = performance.now();
insertAll(db, rows);
console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000, messages: rows.length }));
db.close();

function keptRows(path: string): Row[] {
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(parsedRows(join(maildir, 'cur'))));
  return JSON.parse(readFileSync(path, 'utf8')) as Row[];
}

function parsedRows(folder: string): Row[] {
  const rows: Row[] = [];
  let key = 0;
  for (const name of readdirSync(folder).toSorted()) {
    const bytes = readFileSync(join(folder, name));
    const { subject, from, to, text, date } = parseMessage(bytes);
    // The second it was received, or the next free second.
    key = Math.max(Number(name.split('.')[0]), key + 1);
    const recipients = to.map((person) => `${person.name ?? ''} ${person.email}`).join('\n');
    rows.push({
      key,
      subject,
      from: `${from.name ?? ''} ${from.email}`,
      to: recipients,
      date: date ?? '',
      size: bytes.length,
      text,
    });
  }
  return rows;
}

function openEmpty(path: string): Database.Database {
  const made = new Database(path);
  made.pragma('journal_mode = WAL');
  made.pragma('synchronous = NORMAL');
  made.exec(`
    CREATE TABLE msg (id INTEGER PRIMARY KEY, subject TEXT, sender TEXT, recipients TEXT, date TEXT, size INTEGER);
    CREATE TABLE body (msg INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE label (label INTEGER, msg INTEGER, PRIMARY KEY (label, msg)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE fts USING fts5(subject, sender, recipients, body, content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 2");`);
  return made;
}

function insertAll(db: Database.Database, all: readonly Row[]): void {
  const message = db.prepare('INSERT INTO msg VALUES (?, ?, ?, ?, ?, ?)');
  const body = db.prepare('INSERT INTO body VALUES (?, ?)');
  const label = db.prepare('INSERT INTO label VALUES (1, ?)');
  const words = db.prepare('INSERT INTO fts (rowid, subject, sender, recipients, body) VALUES (?, ?, ?, ?, ?)');
  const batch = db.transaction((some: readonly Row[]) => {
    for (const { key, subject, from, to, date, size, text } of some) {
      message.run(key, subject, from, to, date, size);
      body.run(key, text);
      label.run(key);
      words.run(key, subject, from, to, text);
    }
  });
  for (let start = 0; start < all.length; start += 1_000) batch(all.slice(start, start + 1_000));
}
