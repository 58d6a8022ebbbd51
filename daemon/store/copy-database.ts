import Database from 'better-sqlite3';

/** Pages copied in one step. After each step progress is reported and other tasks of the thread run. */
const pagesPerStep = 1_000;

/**
 * Copies the database in `file` to `target` as it is at this moment, also while others write to it. `onBytes` receives the
 * number of bytes copied since its last call; if it throws, the copy is aborted.
 */
export async function copyDatabase(file: string, target: string, onBytes: (bytes: number) => void): Promise<void> {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const pageSize = Number(connection.pragma('page_size', { simple: true }));
    // The read transaction keeps the copy at one state. Without it SQLite restarts the copy after every commit of another
    // connection, and on a busy store would never finish.
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
