import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFailure, toDiskFailure } from '../base/disk-failure.ts';
import { withDamage } from './damage.ts';

type Bindable = string | number | bigint | boolean | null | Uint8Array;
type Bound = string | number | bigint | null | Uint8Array;
export type Sql = { readonly text: string; readonly values: readonly Bound[] };

/**
 * A statement with bound values. Values never become part of the text. Integers are bound as integers (better-sqlite3 would
 * bind a number as REAL), booleans as 0 and 1; `undefined` throws, because it is always a mistake.
 */
export function sql(parts: TemplateStringsArray, ...values: Bindable[]): Sql {
  let text = texts.get(parts);
  if (text === undefined) texts.set(parts, (text = parts.join('?')));
  return { text, values: values.map(toBound) };
}

/** Statement texts by place in the code, because ingest runs about twenty statements for each message. */
const texts = new WeakMap<TemplateStringsArray, string>();

function toBound(value: Bindable): Bound {
  if (value === undefined) throw new TypeError('undefined cannot be bound to a statement');
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  return value;
}

/** A list for `IN (SELECT value FROM json_each(…))`: one bound value for any number of members. */
export function jsonList(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

/**
 * A connection that reads. Requests with safety `read` get one that was opened `readonly`. If SQLite finds the content of
 * the file damaged, every method throws Failure `store_damaged`.
 */
export type ReadDb = {
  all<Row>(query: Sql): Row[];
  get<Row>(query: Sql): Row | undefined;
  /** Rows one by one. The connection cannot be used for other statements until the loop ends. */
  each<Row>(query: Sql): IterableIterator<Row>;
  /** Runs `work` in a read transaction, so that it sees one state of the database up to its first `await`. */
  snapshot<T>(work: () => T): T;
  close(): void;
};

/** A connection that also writes. */
export type WriteDb = ReadDb & {
  run(query: Sql): { changes: number; id: number };
  /** Runs several statements without values: schema and pragmas. */
  exec(text: string): void;
  /** Runs `work` in one immediate transaction; a throw rolls back. Nothing may await inside. */
  transaction<T>(work: () => T): T;
  /** A consistent copy of the database into `file`, while it is in use. */
  backup(file: string): Promise<void>;
};

export type Durability = 'full' | 'normal';

/**
 * Opens `file` read-only: SQLite itself refuses every write. `attach` adds a second file under a name; its `tables` are
 * statements that create temporary tables for this connection.
 */
export function openReadOnly(
  file: string,
  { attach }: { attach?: { file: string; as: string; tables?: string } } = {},
): ReadDb {
  const connection = openConnection(file, { readonly: true, fileMustExist: true }, (connection) => {
    if (attach) connection.prepare(`ATTACH ? AS ${attach.as}`).run(attach.file);
    if (attach?.tables) connection.exec(attach.tables);
  });
  return {
    all: (query) => executed(connection, 'all', query),
    get: (query) => executed(connection, 'get', query),
    ...cursorMethods(connection),
  };
}

/** The disk under a database. See `store/disk-state.ts`. */
export type Disk = {
  /** A write failed. Returns whether space was released since, so that the write is tried once more. */
  onWriteFailure(failure: unknown): boolean;
};

/** The lock that lets writes of requests go before the bulk writes of workers. See `store/write-lock.ts`. */
export type WriteLock = { run<T>(work: () => T): T };

/**
 * Opens `file` for writing, in WAL mode. `durability` is `full` where a commit must survive a power cut (requests,
 * outbox, drafts) and `normal` where the data can be fetched or computed again (ingest, index).
 */
export function openWritable(
  file: string,
  {
    durability,
    writeLock,
    disk,
  }: { durability: Durability; writeLock?: WriteLock | undefined; disk?: Disk | undefined },
): WriteDb {
  makePrivateFile(file);
  const connection = openConnection(file, {}, (connection) => {
    connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${durability}`);
    // A checkpoint takes long and would run while the write lock is held. The ingest worker checkpoints between batches;
    // the automatic one at 40 MB only limits the size of the log.
    if (writeLock) connection.pragma('wal_autocheckpoint = 10000');
  });
  let depth = 0;

  /** Runs a write that is not part of another one. */
  const writeOutermost = <T>(work: () => T): T => {
    const attempt = () => (writeLock ? writeLock.run(work) : work());
    depth++;
    try {
      return attempt();
    } catch (thrown) {
      if (!disk?.onWriteFailure(thrown)) throw thrown;
      return attempt();
    } finally {
      depth--;
    }
  };
  const write = <T>(work: () => T): T => {
    if (depth === 0 && !connection.inTransaction) return writeOutermost(work);
    // Where the disk fails, SQLite itself may roll a transaction back. What its work writes after that would be stored alone.
    if (!connection.inTransaction) throw new Error('the transaction was rolled back, because the disk failed');
    return work();
  };
  // A statement with RETURNING is read like a query and writes all the same.
  const query = <Result>(method: 'all' | 'get', statement: Sql): Result => {
    const run = () => executed<Result>(connection, method, statement);
    return preparedOrThrow(connection, statement.text).isRead ? run() : write(run);
  };
  return {
    ...cursorMethods(connection),
    all: (statement) => query('all', statement),
    get: (statement) => query('get', statement),
    run(statement) {
      const { changes, lastInsertRowid } = write(() => executed<Database.RunResult>(connection, 'run', statement));
      return { changes, id: Number(lastInsertRowid) };
    },
    exec: (text) => void reported(connection, () => connection.exec(text)),
    transaction: (work) => write(() => reported(connection, () => connection.transaction(work).immediate())),
    async backup(target) {
      makePrivateFile(target);
      await connection.backup(target);
    },
  };
}

/** A new database is readable by its owner only. SQLite gives its other files the mode of the database. */
export function makePrivateFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (thrown) {
    throw toDiskFailure(thrown);
  }
}

/** How long a statement waits for another connection's lock, in milliseconds. */
const busyTimeoutMs = 10_000;

/**
 * Checkpoints the write-ahead log and truncates it, so that deleted content does not stay in it. Returns false, without
 * waiting, if a reader prevents it.
 */
export function truncateWal(db: WriteDb): boolean {
  db.exec('PRAGMA busy_timeout = 0');
  try {
    return db.get<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`)?.busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/** Opens and configures a connection. Throws what `storeFailure` returns; then nothing is left open. */
function openConnection(
  file: string,
  options: Database.Options,
  configure: (connection: Database.Database) => void,
): Database.Database {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, options);
    connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -8000');
    connection.pragma('temp_store = MEMORY');
    configure(connection);
    return connection;
  } catch (thrown) {
    connection?.close();
    throw storeFailure(thrown, { file, isReadOnly: options.readonly ?? false });
  }
}

/**
 * What an error of SQLite means: Failure `store_damaged` where the content of the file is damaged, the failure of a disk, or
 * the error itself.
 */
function storeFailure(thrown: unknown, { file, isReadOnly }: { file: string; isReadOnly: boolean }): unknown {
  const failed = toDiskFailure(withDamage(thrown, file));
  // SQLite opens a file on a read-only disk all the same, and refuses the first write.
  const isDiskReadOnly = !isReadOnly && failed instanceof Database.SqliteError && failed.code === 'SQLITE_READONLY';
  return isDiskReadOnly ? diskFailure('disk_read_only', thrown) : failed;
}

/** Throws what `storeFailure` returns. */
function reported<T>(connection: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storeFailure(thrown, { file: connection.name, isReadOnly: connection.readonly });
  }
}

/** Runs a statement. Not through `reported`, because ingest runs about twenty statements for each message. */
function executed<Result>(connection: Database.Database, method: 'all' | 'get' | 'run', { text, values }: Sql): Result {
  try {
    return prepared(connection, text).statement[method](...values) as Result;
  } catch (thrown) {
    throw storeFailure(thrown, { file: connection.name, isReadOnly: connection.readonly });
  }
}

function preparedOrThrow(connection: Database.Database, text: string): Prepared {
  return statements.get(connection)?.get(text) ?? reported(connection, () => prepared(connection, text));
}

function cursorMethods(connection: Database.Database): Pick<ReadDb, 'each' | 'snapshot' | 'close'> {
  return {
    each: <Row>({ text, values }: Sql) => eachRow<Row>(connection, { text, values }),
    snapshot: (work) => inSnapshot(connection, work),
    close: () => void connection.close(),
  };
}

function* eachRow<Row>(connection: Database.Database, { text, values }: Sql): Generator<Row> {
  try {
    yield* connection.prepare(text).iterate(...values) as IterableIterator<Row>;
  } catch (thrown) {
    throw storeFailure(thrown, { file: connection.name, isReadOnly: connection.readonly });
  }
}

/** Not `connection.transaction`, which refuses a `work` that returns a promise. Reads after its first `await` are outside. */
function inSnapshot<T>(connection: Database.Database, work: () => T): T {
  if (connection.inTransaction) return work();
  reported(connection, () => prepared(connection, 'BEGIN').statement.run());
  try {
    return work();
  } finally {
    reported(connection, () => endSnapshot(connection));
  }
}

/** On a damaged file even the end of a read transaction can fail, and must not leave the connection inside it. */
function endSnapshot(connection: Database.Database): void {
  try {
    prepared(connection, 'COMMIT').statement.run();
  } finally {
    if (connection.inTransaction) prepared(connection, 'ROLLBACK').statement.run();
  }
}

/** `isRead`: the statement changes nothing. */
type Prepared = { statement: Database.Statement; isRead: boolean };

const statements = new WeakMap<Database.Database, Map<string, Prepared>>();

/** Statement texts are constant and few, so each is prepared once for a connection. */
function prepared(connection: Database.Database, text: string): Prepared {
  let cache = statements.get(connection);
  if (!cache) statements.set(connection, (cache = new Map()));
  let found = cache.get(text);
  if (!found) {
    if (cache.size >= 500) cache.clear();
    const statement = connection.prepare(text);
    cache.set(text, (found = { statement, isRead: statement.readonly }));
  }
  return found;
}
