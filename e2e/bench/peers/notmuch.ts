import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderBytes } from '../report/folder-size.ts';
import { cacheFolder, type Maildir } from '../mail/maildir.ts';
import { isInstalled, runMeasured, runMilliseconds, type ProgramRun } from './program-runs.ts';
import type { PeerRun } from './pairs.ts';

export const hasNotmuch = () => isInstalled('notmuch');

/** notmuch with the whole Maildir in its database: the one of an earlier run, or a new one. */
export async function indexedByNotmuch(maildir: Maildir): Promise<Notmuch> {
  const notmuch = notmuchOn(maildir);
  console.log(`Bringing notmuch up to date with ${maildir.name} …`);
  await notmuch.index();
  return notmuch;
}

export type Notmuch = {
  /** Indexes the messages that the database lacks. */
  index(): Promise<ProgramRun>;
  /** Milliseconds of one command, with its output discarded. */
  run(...words: string[]): number;
};

/** `notmuch new` into an empty database. */
export async function notmuchIndex(maildir: Maildir): Promise<PeerRun> {
  const folder = folderOf(maildir);
  rmSync(folder, { recursive: true, force: true });
  const run = await notmuchOn(maildir).index();
  return { ...run, diskBytes: folderBytes(folder) };
}

/** notmuch on a Maildir, with the cached database of an earlier run, if any. */
function notmuchOn(maildir: Maildir): Notmuch {
  const folder = folderOf(maildir);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'config');
  writeFileSync(
    config,
    `[database]\npath=${folder}\nmail_root=${maildir.path}\n[user]\nname=Owner\nprimary_email=owner@posthorn.example\n` +
      '[new]\ntags=inbox\n[maildir]\nsynchronize_flags=true\n',
  );
  const env = { NOTMUCH_CONFIG: config };
  return {
    index: () => runMeasured({ program: 'notmuch', args: ['new', '--quiet'], env }),
    run: (...args) => runMilliseconds({ program: 'notmuch', args, env }),
  };
}

function folderOf({ name }: Maildir): string {
  return join(cacheFolder, `notmuch-${name}`);
}
