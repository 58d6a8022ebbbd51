import { sql, type ReadDb } from '../../store/db.ts';

/** The number of rows of an account (internal id) that differ from the data they are derived from. */
export type Drift = { account: number; count: number };

/** How much is audited: a sample, or everything. */
export type AuditDepth = 'sample' | 'whole';

export type AuditScope = {
  /** Internal ids of the audited accounts. */
  accounts: readonly number[];
  depth: AuditDepth;
  /** A number from 0 up to 1. */
  random: () => number;
};

/** Rows checked together in one read transaction. */
const batchSize = 400;

/** Rows in a sample. */
const sampleSize = 300;

/** Ids of a table to check: the whole table in batches, or one batch as a sample. */
export function* idBatches(
  db: ReadDb,
  table: 'messages' | 'threads',
  { depth, random }: AuditScope,
): Generator<number[]> {
  if (depth === 'sample') return yield sampleIds(db, table, random);
  for (let slice = idsAfter(db, table, 0); slice.length > 0; slice = idsAfter(db, table, slice.at(-1) ?? 0))
    yield slice;
}

function idsAfter(db: ReadDb, table: 'messages' | 'threads', id: number): number[] {
  const rows =
    table === 'messages'
      ? db.all<{ id: number }>(sql`SELECT id FROM messages WHERE id > ${id} ORDER BY id LIMIT ${batchSize}`)
      : db.all<{ id: number }>(sql`SELECT id FROM threads WHERE id > ${id} ORDER BY id LIMIT ${batchSize}`);
  return rows.map((row) => row.id);
}

function sampleIds(db: ReadDb, table: 'messages' | 'threads', random: () => number): number[] {
  const [last] =
    table === 'messages'
      ? db.all<{ id: number | null }>(sql`SELECT max(id) AS id FROM messages`)
      : db.all<{ id: number | null }>(sql`SELECT max(id) AS id FROM threads`);
  const lastId = last?.id ?? 0;
  if (lastId <= sampleSize) return idsAfter(db, table, 0);
  const ids = Array.from({ length: sampleSize }, () => 1 + Math.floor(random() * lastId));
  return [...new Set(ids)];
}

/** The drift of each account, from the accounts of the differing rows. */
export function driftByAccount(accounts: readonly number[]): Drift[] {
  return [...Map.groupBy(accounts, (account) => account)].map(([account, rows]) => ({ account, count: rows.length }));
}
