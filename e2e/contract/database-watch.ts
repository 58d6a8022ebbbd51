import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { openReadOnly, sql, type ReadDb } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-until.ts';

/** Watches the databases of a running daemon from another connection. */
type DatabaseWatch = {
  /** Changes with every commit to any of them. */
  versions(): string;
  /** The same without the activity log, in which refused requests are entries. */
  versionsOfMail(): string;
  /** Resolves when nothing is left to do for stored mail: its senders are assessed, and it is divided into chunks. `clock` moves meanwhile. */
  untilAtRest(clock: { advance(milliseconds: number): void }): Promise<void>;
  /** A hash of their files, and of their write-ahead logs. */
  contentHash(): string;
  close(): void;
};

export function watchDatabases(dataDir: string): DatabaseWatch {
  const { mail, index, activity } = storeFiles(dataDir);
  const files = [mail, index, activity];
  const readers = files.map((file) => openReadOnly(file));
  const versionsOf = (databases: readonly ReadDb[]) =>
    databases.map((db) => db.get<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version).join(' ');
  return {
    versions: () => versionsOf(readers),
    versionsOfMail: () => versionsOf(readers.slice(0, 2)),
    untilAtRest: (clock) =>
      until('nothing is left to do for stored mail', async () => {
        const isDivided = readers[1]?.get(sql`SELECT 1 FROM semantic_undivided`) === undefined;
        if (!isDivided) clock.advance(100);
        const scan = readers[0]?.get(sql`
          SELECT 1 FROM suspicion_scan
          WHERE newest = (SELECT max(id) FROM messages) AND oldest = (SELECT min(id) FROM messages)
            AND json_array_length(basis, '$[1]') = (SELECT count(*) FROM accounts)`);
        return scan !== undefined && isDivided;
      }),
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
