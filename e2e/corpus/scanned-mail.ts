import { join } from 'node:path';
import { sql, type ReadDb } from '../../daemon/store/db.ts';
import { textOf } from '../../daemon/mail/messages/texts.ts';

export const columns = ['subject', 'from', 'to', 'cc', 'bcc', 'body', 'filename', 'list'] as const;
export type Column = (typeof columns)[number];

/** A stored message as an exhaustive reader sees it. */
export type ScannedMail = {
  message_id: string;
  sort_key: number;
  thread: number;
  header_id: string | null;
  from_email: string;
  list_id: string | null;
  direction: string;
  flags: number;
  content_flags: number;
  keywords: string[];
  delivered_to: string[];
  size: number;
  /** Labels by name, lower-case, and the use of system labels. */
  labels: Set<string>;
  roles: Set<string>;
  hasOwnLabel: boolean;
  raw: Record<Column, string>;
  words: Record<Column, string[]>;
};

type Row = Omit<ScannedMail, 'keywords' | 'delivered_to' | 'labels' | 'roles' | 'hasOwnLabel' | 'raw' | 'words'> & {
  id: number;
  subject: string;
  from_name: string | null;
  recipients: string;
  keywords: string;
  delivered_to: string;
};

/** Every stored message, newest first. */
export function scannedMail(db: ReadDb, dataDir: string): ScannedMail[] {
  return db.all<Row>(sql`SELECT * FROM messages ORDER BY sort_key DESC`).map((row) => {
    const labels = db.all<{ name: string; role: string | null; kind: string; synthetic: number }>(
      sql`SELECT labels.* FROM label_messages JOIN labels ON labels.id = label WHERE message = ${row.id}`,
    );
    const raw = rawTexts(db, dataDir, row);
    return {
      ...row,
      keywords: row.keywords.split(' '),
      delivered_to: row.delivered_to.split(' ').filter(Boolean),
      labels: new Set(labels.flatMap(({ name, role }) => [name.toLowerCase(), ...(role ? [role] : [])])),
      roles: new Set(labels.flatMap(({ role }) => role ?? [])),
      hasOwnLabel: labels.some(({ kind }) => kind === 'user'),
      raw,
      words: Object.fromEntries(columns.map((column) => [column, wordsOf(raw[column])])) as ScannedMail['words'],
    };
  });
}

function rawTexts(db: ReadDb, dataDir: string, row: Row): Record<Column, string> {
  const people = JSON.parse(row.recipients) as Record<'to' | 'cc' | 'bcc', { name: string | null; email: string }[]>;
  const named = (list: { name: string | null; email: string }[]) =>
    list.map(({ name, email }) => `${name ?? ''} ${email}`).join('\n');
  const files = db.all<{ filename: string }>(
    sql`SELECT filename FROM attachments WHERE message = ${row.id} ORDER BY ordinal`,
  );
  return {
    subject: row.subject,
    from: `${row.from_name ?? ''} ${row.from_email}`,
    to: named(people.to),
    cc: named(people.cc),
    bcc: named(people.bcc),
    body: textOf(db, join(dataDir, 'blobs'), row.id)?.text ?? '',
    filename: files.map(({ filename }) => filename).join('\n'),
    list: row.list_id ?? '',
  };
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
const inWord = /[\p{L}\p{N}\p{Co}]/u;

/**
 * The words of a text: runs of letters and digits, without case, Latin letters without accents. In scripts without spaces
 * every two neighbouring characters are a word.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let run: string[] = [];
  const end = () => {
    if (word) words.push(word);
    if (run.length === 1) words.push(plain(run[0]!));
    for (let i = 1; i < run.length; i++) words.push(plain(run[i - 1]! + run[i]!));
    word = '';
    run = [];
  };
  for (const character of text.normalize('NFKC')) {
    if (unspaced.test(character)) {
      if (word) end();
      run.push(character);
      continue;
    }
    if (run.length > 0) end();
    if (inWord.test(character)) word += plain(character);
    else if (!(word && /[\u0300-\u0331]/.test(character))) end();
  }
  end();
  return words;
}

function plain(text: string): string {
  const lower = text.toLowerCase();
  const bare = lower.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[a-z]+$/.test(bare) ? bare : lower;
}
