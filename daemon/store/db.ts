import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFailure, diskProblemOf, toDiskFailure } from '../base/disk-failure.ts';
import { reasonOf } from '../base/failure.ts';
import { damageDetail, isDamage, withDamage } from './damage.ts';

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
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  configureOrClose(connection, () => {
    if (attach) connection.prepare(`ATTACH ? AS ${attach.as}`).run(attach.file);
    if (attach?.tables) connection.exec(attach.tables);
  });
  return readMethods(connection);
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
  options: { durability: Durability; writeLock?: WriteLock | undefined; disk?: Disk | undefined },
): WriteDb {
  return writeOrThrow(() => open(file, options));
}

function open(file: string, { durability, writeLock, disk }: Parameters<typeof openWritable>[1]): WriteDb {
  makePrivateFile(file);
  const connection = new Database(file);
  configureOrClose(connection, () => {
    connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${durability}`);
    // A checkpoint takes long and would run while the write lock is held. The ingest worker checkpoints between batches;
    // the automatic one at 40 MB only limits the size of the log.
    if (writeLock) connection.pragma('wal_autocheckpoint = 10000');
  });
  const transact = <T>(work: () => T) => reported(connection, () => connection.transaction(work).immediate());
  let depth = 0;
  const isNested = () => depth > 0 || connection.inTransaction;

  /** Runs a write that is not part of another one. */
  const write = <T>(work: () => T): T => {
    depth++;
    try {
      const attempt = () => writeOrThrow(() => (writeLock ? writeLock.run(work) : work()));
      try {
        return attempt();
      } catch (thrown) {
        if (diskProblemOf(thrown) === undefined || !disk?.onWriteFailure(thrown)) throw thrown;
        return attempt();
      }
    } finally {
      depth--;
    }
  };

  const nestedOrWrite = <T>(work: () => T): T => (isNested() ? inside(connection, work) : write(work));
  const reading = readMethods(connection);
  // A statement with RETURNING is read like a query and writes all the same.
  const isWrite = ({ text }: Sql) => !reported(connection, () => prepared(connection, text).readonly);
  return {
    ...reading,
    all: <Row>(query: Sql) => (isWrite(query) ? nestedOrWrite(() => reading.all<Row>(query)) : reading.all<Row>(query)),
    get: <Row>(query: Sql) => (isWrite(query) ? nestedOrWrite(() => reading.get<Row>(query)) : reading.get<Row>(query)),
    run(query) {
      const work = () => reported(connection, () => prepared(connection, query.text).run(...query.values));
      const { changes, lastInsertRowid } = nestedOrWrite(work);
      return { changes, id: Number(lastInsertRowid) };
    },
    exec: (text) => writeOrThrow(() => void reported(connection, () => connection.exec(text))),
    transaction: (work) => nestedOrWrite(() => transact(work)),
    async backup(target) {
      makePrivateFile(target);
      await connection.backup(target);
    },
  };
}

/** A new database is readable by its owner only. SQLite gives its other files the mode of the database. */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/**
 * Runs a statement of a transaction. Where the disk fails, SQLite itself may roll the transaction back; whatever its work
 * writes after that would be stored on its own.
 */
function inside<T>(connection: Database.Database, work: () => T): T {
  if (!connection.inTransaction) throw new Error('the transaction was rolled back, because the disk failed');
  return orThrowDiskFailure(work);
}

/** Throws errors of the disk as failures, and every other error unchanged. */
function orThrowDiskFailure<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toDiskFailure(thrown);
  }
}

/** As `orThrowDiskFailure`, on a connection that writes: SQLite opens a file on a read-only disk all the same. */
function writeOrThrow<T>(work: () => T): T {
  try {
    return orThrowDiskFailure(work);
  } catch (thrown) {
    const isReadOnly = thrown instanceof Database.SqliteError && thrown.code === 'SQLITE_READONLY';
    throw isReadOnly ? diskFailure('disk_read_only', thrown) : thrown;
  }
}

/**
 * The problems SQLite finds in a database, one line each; empty for an intact one. Reads the whole file. An error of the
 * check itself is reported as a problem.
 */
export function integrityProblems(db: ReadDb): string[] {
  try {
    const rows = db.all<{ integrity_check: string }>(sql`PRAGMA integrity_check(20)`);
    return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
  } catch (failed) {
    return [failureDetail(failed)];
  }
}

/** As `integrityProblems`, without the comparison of indexes with their tables: takes about a third of the time. */
export function pageProblems(db: ReadDb): string[] {
  try {
    const rows = db.all<{ quick_check: string }>(sql`PRAGMA quick_check(20)`);
    return rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok');
  } catch (failed) {
    return [failureDetail(failed)];
  }
}

function failureDetail(failed: unknown): string {
  return isDamage(failed) ? damageDetail(failed) : reasonOf(failed);
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

/** Throws Failure `store_damaged` for a file that is no database; the connection is then closed. */
function configureOrClose(connection: Database.Database, more: () => void): void {
  try {
    reported(connection, () => {
      connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
      connection.pragma('foreign_keys = ON');
      connection.pragma('cache_size = -8000');
      connection.pragma('temp_store = MEMORY');
      more();
    });
  } catch (failed) {
    connection.close();
    throw failed;
  }
}

/**
 * Runs a statement. Throws Failure `store_damaged` where SQLite finds the file damaged, the failures of a disk, and other
 * errors unchanged.
 */
function reported<T>(connection: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toDiskFailure(withDamage(thrown, connection.name));
  }
}

function readMethods(connection: Database.Database): ReadDb {
  return {
    all: <Row>({ text, values }: Sql) => reported(connection, () => prepared(connection, text).all(...values) as Row[]),
    get: <Row>({ text, values }: Sql) =>
      reported(connection, () => prepared(connection, text).get(...values) as Row | undefined),
    each: <Row>({ text, values }: Sql) => eachRow<Row>(connection, { text, values }),
    snapshot: (work) => inSnapshot(connection, work),
    close: () => void connection.close(),
  };
}

function* eachRow<Row>(connection: Database.Database, { text, values }: Sql): Generator<Row> {
  try {
    yield* connection.prepare(text).iterate(...values) as IterableIterator<Row>;
  } catch (thrown) {
    throw toDiskFailure(withDamage(thrown, connection.name));
  }
}

/** Not `connection.transaction`, which refuses a `work` that returns a promise. Reads after its first `await` are outside. */
function inSnapshot<T>(connection: Database.Database, work: () => T): T {
  if (connection.inTransaction) return work();
  reported(connection, () => prepared(connection, 'BEGIN').run());
  try {
    return work();
  } finally {
    reported(connection, () => endSnapshot(connection));
  }
}

/** On a damaged file even the end of a read transaction can fail, and must not leave the connection inside it. */
function endSnapshot(connection: Database.Database): void {
  try {
    prepared(connection, 'COMMIT').run();
  } finally {
    if (connection.inTransaction) prepared(connection, 'ROLLBACK').run();
  }
}

const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** Statement texts are constant and few, so each is prepared once for a connection. */
function prepared(connection: Database.Database, text: string): Database.Statement {
  let cache = statements.get(connection);
  if (!cache) statements.set(connection, (cache = new Map()));
  let statement = cache.get(text);
  if (!statement) {
    if (cache.size >= 500) cache.clear();
    cache.set(text, (statement = connection.prepare(text)));
  }
  return statement;
}
