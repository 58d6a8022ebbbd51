import { sql, type ReadDb } from '../../store/db.ts';

/** How many rows of an account, by internal id, are not as what they follow from says. */
export type Drift = { account: number; count: number };

/** How much is looked at: a sample, or all there is. */
export type Depth = 'sample' | 'whole';

export type Looking = {
  /** Internal ids of the accounts that are looked at. */
  accounts: readonly number[];
  depth: Depth;
  /** From 0 up to 1. */
  random: () => number;
};

/** Rows looked at together, in one moment of the store. */
const together = 400;

/** Rows of a sample. */
const sampled = 300;

/** Ids of a table to look at: all of them a slice at a time, or one slice of a sample. */
export function* slices(db: ReadDb, table: 'messages' | 'threads', { depth, random }: Looking): Generator<number[]> {
  if (depth === 'sample') return yield sampleOf(db, table, random);
  for (let slice = after(db, table, 0); slice.length > 0; slice = after(db, table, slice.at(-1) ?? 0)) yield slice;
}

function after(db: ReadDb, table: 'messages' | 'threads', id: number): number[] {
  const rows =
    table === 'messages'
      ? db.all<{ id: number }>(sql`SELECT id FROM messages WHERE id > ${id} ORDER BY id LIMIT ${together}`)
      : db.all<{ id: number }>(sql`SELECT id FROM threads WHERE id > ${id} ORDER BY id LIMIT ${together}`);
  return rows.map((row) => row.id);
}

function sampleOf(db: ReadDb, table: 'messages' | 'threads', random: () => number): number[] {
  const [last] =
    table === 'messages'
      ? db.all<{ id: number | null }>(sql`SELECT max(id) AS id FROM messages`)
      : db.all<{ id: number | null }>(sql`SELECT max(id) AS id FROM threads`);
  const most = last?.id ?? 0;
  if (most <= sampled) return after(db, table, 0);
  const ids = Array.from({ length: sampled }, () => 1 + Math.floor(random() * most));
  return [...new Set(ids)];
}

/** The drift of each account that has any, of the accounts that rows belong to. */
export function driftOf(accounts: readonly number[]): Drift[] {
  return [...Map.groupBy(accounts, (account) => account)].map(([account, rows]) => ({ account, count: rows.length }));
}
