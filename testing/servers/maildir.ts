import { chownSync, existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A message for a folder. `flags` are maildir letters (`S` seen, `F` flagged, `R` answered, `T` deleted, `D` draft). */
export type SeedMessage = { bytes: Uint8Array; received?: Date; flags?: string };

let fileCount = 0;

/** Writes mail where Dovecot finds it: a Maildir++ at `root` whose files belong to `owner`. */
export function maildir(root: string, owner: { uid: number; gid: number }) {
  const chownToOwner = (path: string) => {
    if (process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
  };

  const makeFolder = (path: string) => {
    if (existsSync(path)) return;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
    chownToOwner(path);
  };

  const openFolder = (folder: string): string => {
    // Maildir++ writes INBOX as the root and `a/b` as `.a.b`, in modified UTF-7: tests use plain names here.
    if (!/^[\w /-]+$/.test(folder)) throw new Error(`A test folder is named in letters and digits, not ${folder}.`);
    const path = folder === 'INBOX' ? root : join(root, `.${folder.replaceAll('/', '.')}`);
    for (const part of ['cur', 'new', 'tmp']) makeFolder(join(path, part));
    if (folder !== 'INBOX' && !existsSync(join(path, 'maildirfolder'))) {
      writeFileSync(join(path, 'maildirfolder'), '');
      chownToOwner(join(path, 'maildirfolder'));
    }
    return path;
  };

  const writeMessage = (folder: string, { bytes, received, flags }: SeedMessage) => {
    // Dovecot numbers new files by the time and count in their names, so the order written is the order of UIDs.
    const name = `${Math.floor(Date.now() / 1000)}.M${String(++fileCount).padStart(9, '0')}P${process.pid}.test`;
    const temporary = join(folder, 'tmp', name);
    writeFileSync(temporary, bytes, { mode: 0o600 });
    chownToOwner(temporary);
    if (received) utimesSync(temporary, received, received);
    renameSync(temporary, flags === undefined ? join(folder, 'new', name) : join(folder, 'cur', `${name}:2,${flags}`));
  };

  return {
    deliver(bytes: Uint8Array): void {
      writeMessage(openFolder('INBOX'), { bytes });
    },
    seed(folder: string, messages: Iterable<Uint8Array | SeedMessage>): number {
      const path = openFolder(folder);
      let count = 0;
      for (const message of messages) {
        writeMessage(path, message instanceof Uint8Array ? { bytes: message, flags: '' } : { flags: '', ...message });
        count++;
      }
      return count;
    },
  };
}
