import Database from 'better-sqlite3';
import { reasonOf } from '../base/failure.ts';
import { storeUnreadable } from './damage.ts';

/** What was copied of one table. */
export type CopiedTable = {
  table: string;
  rows: number;
  /** Key ranges, both ends included, whose rows could not be read. The key is the rowid, or the first primary-key column. */
  unreadable: (readonly [from: bigint, to: bigint])[];
};

type CopyOptions = {
  /** The tables to copy; absent means all. */
  tables?: (table: string) => boolean;
  /** Called with the number of rows read since the last call. It may throw to abort. */
  onRows?: (rows: number) => void;
};

/**
 * After this many reads of one table no range is divided any more. A damaged page that points to many others makes many
 * rows unreadable, each of which would need its own reads.
 */
const maxProbes = 200_000;

/** How many rows are copied between two calls of `onRows`. */
const rowsPerReport = 1_000;

/** The schema version of a database that may be damaged. Throws Failure `store_unreadable` if even that cannot be read. */
export function readableSchemaVersion(file: string): number {
  return withDamagedDatabase(file, (damaged) => {
    damaged.prepare('SELECT count(*) FROM sqlite_schema').get();
    return Number(damaged.pragma('user_version', { simple: true }));
  });
}

/**
 * Copies every row that can be read from the database `file` into `target`, an empty database with the same schema. Nothing
 * is written to `file`. Rows that break a constraint of `target` are left out; triggers do not run; foreign keys are not
 * checked. Throws Failure `store_unreadable` if the schema of `file` cannot be read.
 */
export function copyReadableRows(
  file: string,
  target: string,
  { tables = () => true, onRows }: CopyOptions = {},
): CopiedTable[] {
  return withDamagedDatabase(file, (damaged) => {
    const connection = new Database(target);
    try {
      connection.pragma('foreign_keys = OFF');
      connection.pragma('synchronous = OFF');
      const names = connection
        .prepare(
          `SELECT name FROM sqlite_schema WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence')`,
        )
        .pluck()
        .all() as string[];
      const present = new Set(
        damaged.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all() as string[],
      );
      const copied = withoutTriggers(connection, () =>
        names
          .filter((name) => present.has(name) && tables(name))
          .map((name) => connection.transaction(() => copyTable(damaged, connection, { table: name, onRows }))()),
      );
      connection.pragma('journal_mode = DELETE');
      return copied;
    } finally {
      connection.close();
    }
  });
}

function withDamagedDatabase<T>(file: string, work: (damaged: Database.Database) => T): T {
  let damaged: Database.Database | undefined;
  try {
    damaged = new Database(file, { readonly: true, fileMustExist: true });
    damaged.defaultSafeIntegers(true);
    return work(damaged);
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    throw storeUnreadable(reasonOf(thrown), { why: 'it is too damaged to be read', cause: thrown });
  } finally {
    damaged?.close();
  }
}

function isUnreadable(thrown: unknown): boolean {
  return thrown instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN)/.test(thrown.code);
}

/** Drops the triggers of `connection` during `work`, because the rows already contain their effects. */
function withoutTriggers<T>(connection: Database.Database, work: () => T): T {
  const triggers = connection.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) connection.exec(`DROP TRIGGER ${quoted(name)}`);
  const result = work();
  for (const { sql } of triggers) connection.exec(sql);
  return result;
}

type TableCopy = { table: string; onRows: CopyOptions['onRows'] };
type Row = Record<string, unknown>;

function copyTable(
  damaged: Database.Database,
  connection: Database.Database,
  { table, onRows }: TableCopy,
): CopiedTable {
  const columns = connection.pragma(`table_info(${quoted(table)})`) as { name: string; pk: number; type: string }[];
  const names = columns.map(({ name }) => name);
  const key = rangeKey(connection, table, columns);
  // A table without a primary key keeps its rowids, because its rows may refer to one another by them.
  const insertedNames =
    key === 'rowid' && !columns.some(({ pk }) => pk > 0) && table !== 'sqlite_sequence' ? [...names, 'rowid'] : names;
  const insert = connection.prepare(
    `INSERT OR IGNORE INTO ${quoted(table)} (${insertedNames.map(quoted).join(', ')}) VALUES (${insertedNames.map(() => '?').join(', ')})`,
  );
  let rows = 0;
  let unreported = 0;
  const copyRow = (row: Row) => {
    try {
      rows += insert.run(...insertedNames.map((name) => row[name])).changes;
    } catch (thrown) {
      // The content of a damaged page may break the rules of its table.
      if (!(thrown instanceof Database.SqliteError) || !/^SQLITE_(CONSTRAINT|MISMATCH)/.test(thrown.code)) throw thrown;
    }
    if (++unreported < rowsPerReport) return;
    onRows?.(unreported);
    unreported = 0;
  };
  const selected = insertedNames.map(quoted).join(', ');
  const read = { table, selected, copyRow };
  const unreadable = key === undefined ? [] : copyRanges(damaged, { ...read, key });
  // A search in a damaged interior page can end at the wrong place without an error, which a scan in order does not do.
  if (key === undefined || unreadable.length > 0 || rows !== countRows(damaged, table)) {
    const primaryKey = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    copyFromBothEnds(damaged, { ...read, names: key === 'rowid' ? ['rowid'] : primaryKey });
  }
  onRows?.(unreported);
  return { table, rows, unreadable };
}

/** The column by whose ranges a table is read: the rowid, or the first column of an integer primary key. */
function rangeKey(
  connection: Database.Database,
  table: string,
  columns: readonly { name: string; pk: number; type: string }[],
): string | undefined {
  const [info] = connection.pragma(`table_list(${quoted(table)})`) as { wr: number }[];
  if (info?.wr === 0) return 'rowid';
  const first = columns.find(({ pk }) => pk === 1);
  return first?.type === 'INTEGER' ? first.name : undefined;
}

type ReadRows = { table: string; selected: string; copyRow: (row: Row) => void };

/**
 * Reads a table by ranges of its key. Where a read fails, the rest of the range is divided until only keys remain that
 * cannot be read at all. Rows of a key that was read in part are read again, which `INSERT OR IGNORE` allows.
 */
function copyRanges(
  damaged: Database.Database,
  { table, selected, key, copyRow }: ReadRows & { key: string },
): CopiedTable['unreadable'] {
  const select = damaged.prepare(
    `SELECT ${quoted(key)} AS "range key", ${selected} FROM ${quoted(table)} NOT INDEXED
     WHERE ${quoted(key)} BETWEEN ? AND ? ORDER BY ${quoted(key)}`,
  );
  const failed: [bigint, bigint][] = [];
  const ranges: [bigint, bigint][] = [keyBounds(damaged, table, key)];
  for (let probes = 0; ranges.length > 0; probes++) {
    const [from, to] = ranges.pop() as [bigint, bigint];
    let last: bigint | undefined;
    try {
      for (const row of select.iterate(from, to) as IterableIterator<Row>) {
        copyRow(row);
        last = row['range key'] as bigint;
      }
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      if (from === to || probes > maxProbes) failed.push([last ?? from, to]);
      else if (last !== undefined && last > from) ranges.push([last, to]);
      else {
        const middle = (from + to) >> 1n;
        ranges.push([middle + 1n, to], [from, middle]);
      }
    }
  }
  return failed;
}

/** The first and last key of a table; the widest range where they cannot be read. */
function keyBounds(damaged: Database.Database, table: string, key: string): [bigint, bigint] {
  const bound = (order: 'ASC' | 'DESC', fallback: bigint) => {
    try {
      const found = damaged
        .prepare(`SELECT ${quoted(key)} FROM ${quoted(table)} NOT INDEXED ORDER BY ${quoted(key)} ${order} LIMIT 1`)
        .pluck()
        .get() as bigint | undefined;
      return found ?? fallback;
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      return fallback;
    }
  };
  const widest = 2n ** 62n;
  return [bound('ASC', -widest), bound('DESC', widest)];
}

/** Reads a table in order up to the first damaged page, and from its end down to the last one. */
function copyFromBothEnds(
  damaged: Database.Database,
  { table, selected, names, copyRow }: ReadRows & { names: string[] },
): void {
  for (const order of ['ASC', 'DESC']) {
    const by = names.map((name) => `${quoted(name)} ${order}`).join(', ');
    try {
      const rows = damaged.prepare(`SELECT ${selected} FROM ${quoted(table)} NOT INDEXED ORDER BY ${by}`).iterate();
      for (const row of rows as IterableIterator<Row>) copyRow(row);
      return;
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
    }
  }
}

/** The number of rows according to the smallest index of a table; undefined where that cannot be read either. */
function countRows(damaged: Database.Database, table: string): number | undefined {
  try {
    return Number(
      damaged
        .prepare(`SELECT count(*) FROM ${quoted(table)}`)
        .pluck()
        .get(),
    );
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    return undefined;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
