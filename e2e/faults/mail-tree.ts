import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, type ServerFolder } from '../peers/support/second-client.ts';

/** Messages by folder: `''` is the Maildir itself, a name with a dot a subfolder of it, any other an mbox file. */
type MessagesByFolder = ReadonlyMap<string, readonly Buffer[]>;

/** Writes messages as a mail program would keep them, and returns the expected result of an import of `root`. */
export function writeMailTree(root: string, messagesByFolder: MessagesByFolder): ServerFolder[] {
  return [...messagesByFolder].map(([name, mail]) => {
    const isMaildir = name === '' || name.startsWith('.');
    if (isMaildir) writeMaildir(join(root, name), mail);
    else writeMbox(join(root, `${name}.mbox`), mail);
    const messages = mail.map((bytes, index) => ({
      uid: index + 1,
      flags: isMaildir ? flagsOf(index) : ['\\Seen'],
      hash: hashOf(bytes),
    }));
    const unseen = messages.filter(({ flags }) => !flags.includes('\\Seen')).length;
    const path = name === '' ? 'Inbox' : name.replace(/^\./, '');
    return { path, uidvalidity: 1, total: mail.length, unseen, messages };
  });
}

const imapFlagSets = [[], ['\\Seen'], ['\\Seen', '\\Flagged'], ['\\Seen', '\\Answered']];
const maildirFlagSets = ['', 'S', 'FS', 'RS'];

function flagsOf(index: number): string[] {
  return imapFlagSets[index % imapFlagSets.length] ?? [];
}

function writeMaildir(folder: string, mail: readonly Buffer[]): void {
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(folder, part), { recursive: true });
  for (const [index, bytes] of mail.entries()) {
    const name = `${1_700_000_000 + index}.M${index}.host`;
    const flags = maildirFlagSets[index % maildirFlagSets.length];
    writeFileSync(flags === '' ? join(folder, 'new', name) : join(folder, 'cur', `${name}:2,${flags}`), bytes);
  }
}

function writeMbox(file: string, mail: readonly Buffer[]): void {
  const separator = Buffer.from('From ann@people.example Tue Mar 10 08:00:00 2026\r\n');
  writeFileSync(file, Buffer.concat(mail.flatMap((bytes) => [separator, bytes, Buffer.from('\r\n')])));
}
