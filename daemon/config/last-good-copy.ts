import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { restrictToOwner, writePrivately } from './private-file.ts';
import { readTextFile } from './text-file.ts';

/** The last good text of a file of settings or secrets. It outlives restarts, and only its owner may read it. */
export type LastGoodCopy = {
  /** Undefined if there is none. */
  read(): string | undefined;
  write(text: string): void;
  remove(): void;
};

/** For files that need no copy, as in tests. */
export const noCopy: LastGoodCopy = { read: () => undefined, write: () => undefined, remove: () => undefined };

/** The folder of the copies, in the data folder. */
export function lastGoodFolder(dataDir: string): string {
  return join(dataDir, 'last-good');
}

/**
 * The copy of the file with this name. It is only needed when that file is damaged, so a copy that cannot be read or written
 * is logged and does not prevent anything.
 */
export function lastGoodCopy(dataDir: string, name: string, log: Log): LastGoodCopy {
  const file = join(lastGoodFolder(dataDir), name);
  const read = () => {
    try {
      const text = readTextFile(file);
      if (text === undefined || text.trim() === '') return undefined;
      restrictToOwner(file);
      return text;
    } catch (thrown) {
      log.warn({ err: thrown, file }, 'the last good copy of a file of settings cannot be read');
      return undefined;
    }
  };
  return {
    read,
    write(text) {
      if (read() === text) return;
      try {
        writePrivately(file, text);
      } catch (thrown) {
        log.warn({ err: thrown, file }, 'the last good copy of a file of settings cannot be written');
      }
    },
    remove: () => rmSync(file, { force: true }),
  };
}
