import Database from 'better-sqlite3';

/** Pages copied before anybody else on the thread is heard, and progress told. */
const pagesPerStep = 1_000;

/**
 * Copies the database in `file` to `target` as it is at this moment, whoever writes meanwhile. `onBytes` is told how much
 * was copied since it was last told; where it throws, the copy is broken off.
 */
export async function copyDatabase(file: string, target: string, onBytes: (bytes: number) => void): Promise<void> {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const pageSize = Number(connection.pragma('page_size', { simple: true }));
    // In one read transaction the copy is of one moment. Without it SQLite begins anew with every commit of another
    // connection, and on a busy store would never end.
    connection.exec('BEGIN');
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    let copiedPages = 0;
    const report = (pages: number) => {
      onBytes((pages - copiedPages) * pageSize);
      copiedPages = pages;
      return pagesPerStep;
    };
    const progress = ({ totalPages, remainingPages }: Database.BackupMetadata) => report(totalPages - remainingPages);
    const { totalPages } = await connection.backup(target, { progress });
    report(totalPages);
  } finally {
    connection.close();
  }
}
