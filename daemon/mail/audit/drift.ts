import { sql, type ReadDb } from '../../store/db.ts';

/** How many rows of an account, by internal id, are not as what they follow from says. */
export type Drift = { account: number; count: number };

/** How much is looked at: a sample, or all there is. */
export type AuditDepth = 'sample' | 'whole';

export type AuditScope = {
  /** Internal ids of the accounts that are looked at. */
  accounts: readonly number[];
  depth: AuditDepth;
  /** From 0 up to 1. */
  random: () => number;
};

/** Rows looked at together, in one moment of the store. */
const batchSize = 400;

/** Rows of a sample. */
const sampleSize = 300;

/** Ids of a table to look at: all of them a slice at a time, or one slice of a sample. */
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

/** The drift of each account that has any, of the accounts that rows belong to. */
export function driftByAccount(accounts: readonly number[]): Drift[] {
  return [...Map.groupBy(accounts, (account) => account)].map(([account, rows]) => ({ account, count: rows.length }));
}
