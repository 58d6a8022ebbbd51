import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';

/** Watches the databases of a running daemon from another connection. */
type DatabaseWatch = {
  /** Changes with every commit to any of them. */
  versions(): string;
  /** A hash of their files, and of their write-ahead logs. */
  contentHash(): string;
  close(): void;
};

export function watchDatabases(dataDir: string): DatabaseWatch {
  const { mail, index, activity } = storeFiles(dataDir);
  const files = [mail, index, activity];
  const readers = files.map((file) => openReadOnly(file));
  return {
    versions: () =>
      readers.map((db) => db.get<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version).join(' '),
    contentHash() {
      const hash = createHash('sha256');
      for (const file of files.flatMap((each) => [each, `${each}-wal`])) {
        if (existsSync(file)) hash.update(file).update(readFileSync(file));
      }
      return hash.digest('hex');
    },
    close: () => readers.forEach((db) => db.close()),
  };
}
