import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { QueryPlan } from './compile.ts';
import type { KeyRange } from './conditions.ts';
import { sqlAnd, joinSql } from './sql-conditions.ts';

/** A message that matches. Sort keys order hits by date. */
export type Hit = { id: number; sort_key: number; thread: number };

export type Order = 'newest' | 'oldest';

type HitOptions = {
  order: Order;
  limit: number;
  /** Only hits after this sort key in the requested order; its message need not exist any more. */
  after?: number | undefined;
};

/**
 * The next hits of a query in date order. The cost depends on the page and not on the mailbox: FTS5 scans its rowids,
 * which are sort keys, in either direction, and nothing is sorted. Needs a connection with the index attached as `idx`.
 */
export function findHits(db: ReadDb, plan: QueryPlan, { order, limit, after }: HitOptions): Hit[] {
  const source = sourceOf(plan, rangeAfter(plan.range, order, after));
  return db.all<Hit>(selectFrom(sql`m.id, m.sort_key, m.thread`, source, { order, limit }));
}

/** The sort keys of all hits, in no order. */
export function sortKeysOf(db: ReadDb, plan: QueryPlan): number[] {
  const { text, values } = sourceOf(plan, plan.range).rows;
  return db.all<{ key: number }>({ text: `SELECT m.sort_key AS key ${text}`, values }).map(({ key }) => key);
}

/**
 * The `threads` that have a hit at or before the sort key `start` in the requested order: a list that continues after
 * `start` has already shown them.
 */
export function threadsBefore(
  db: ReadDb,
  plan: QueryPlan,
  { threads, order, start }: { threads: readonly number[]; order: Order; start: number },
): Set<number> {
  const { from, to } = order === 'newest' ? { ...plan.range, from: start } : { ...plan.range, to: start };
  const keys = db
    .all<{ key: number }>(
      sql`SELECT sort_key AS key FROM messages
        WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)})) AND sort_key BETWEEN ${from} AND ${to}`,
    )
    .map(({ key }) => key);
  if (keys.length === 0) return new Set();
  const source = sourceOf(plan, spanOf(keys), keys);
  const found = db.all<Hit>(selectFrom(sql`m.id, m.sort_key, m.thread`, source, { order, limit: keys.length }));
  return new Set(found.map(({ thread }) => thread));
}

/** The exact number of matching messages; for a text-only query the number in the index. */
export function countMessages(db: ReadDb, plan: QueryPlan): number {
  const { rows } = sourceOf(plan, plan.range);
  const { text, values } = plan.isTextAlone ? sql`FROM idx.fts WHERE fts MATCH ${plan.match ?? ''}` : rows;
  return db.get<{ n: number }>({ text: `SELECT count(*) AS n ${text}`, values })?.n ?? 0;
}

export type HitCounts = { messages: number; threads: number; attachments: number };

/** Counts the hits, at most the newest `limit` messages. */
export function countHits(db: ReadDb, plan: QueryPlan, limit = Number.MAX_SAFE_INTEGER): HitCounts {
  const source = sourceOf(plan, plan.range);
  const { text, values } = selectFrom(sql`m.thread, m.attachment_count`, source, { order: 'newest', limit });
  const counted = db.get<HitCounts>({
    text: `SELECT count(*) AS messages, count(DISTINCT thread) AS threads, coalesce(sum(attachment_count), 0) AS attachments
      FROM (${text})`,
    values,
  });
  return counted ?? { messages: 0, threads: 0, attachments: 0 };
}

/**
 * Counts about a thousand of the newest hits, at a cost independent of the mailbox size; `isWhole` if these were all.
 */
export function countNewestHits(db: ReadDb, plan: QueryPlan): HitCounts & { isWhole: boolean } {
  const from = plan.candidateIds ? undefined : newestKeys(db, plan, maxCountedCandidates);
  const counts = countHits(
    db,
    from === undefined ? plan : { ...plan, range: { ...plan.range, from } },
    maxCountedHits + 1,
  );
  return { ...counts, isWhole: from === undefined && counts.messages <= maxCountedHits };
}

const maxCountedHits = 1_000;
/** Limit for messages that match by text or time, but may belong to another account or fail a filter. */
const maxCountedCandidates = 3_000;

/** The sort key that bounds the newest `count` candidates; undefined if there are not more than `count`. */
function newestKeys(db: ReadDb, { match, range: { from, to } }: QueryPlan, count: number): number | undefined {
  const candidates =
    match === undefined
      ? sql`SELECT sort_key AS key FROM messages WHERE sort_key BETWEEN ${from} AND ${to} ORDER BY sort_key DESC`
      : sql`SELECT rowid AS key FROM idx.fts WHERE fts MATCH ${match} AND rowid BETWEEN ${from} AND ${to} ORDER BY rowid DESC`;
  return db.get<{ key: number }>(joinSql([candidates, sql`LIMIT 1 OFFSET ${count}`], ' '))?.key;
}

/** FROM and WHERE of all hits with sort keys in `range`, and the key that orders them. */
type Source = { rows: Sql; key: string };

export function sourceOf(plan: QueryPlan, range: KeyRange, keys?: readonly number[]): Source {
  const { match, candidateIds, condition, accounts } = plan;
  const conditions = [
    sql`+m.account IN (SELECT value FROM json_each(${jsonList(accounts)}))`,
    ...(match === undefined ? [] : [sql`fts MATCH ${match}`]),
    condition,
  ];
  // The unary plus keeps SQLite from using an index for that term: the index is chosen here.
  if (candidateIds) {
    const from =
      match === undefined ? sql`FROM messages m` : sql`FROM messages m CROSS JOIN idx.fts ON fts.rowid = m.sort_key`;
    const first = [idsIn(candidateIds), between('+m.sort_key', range), ...isOneOf('+m.sort_key', keys)];
    return { rows: where(from, [...first, ...conditions]), key: '+m.sort_key' };
  }
  if (match !== undefined) {
    const from = sql`FROM idx.fts CROSS JOIN messages m ON m.sort_key = fts.rowid`;
    return {
      rows: where(from, [between('fts.rowid', range), ...isOneOf('+fts.rowid', keys), ...conditions]),
      key: 'fts.rowid',
    };
  }
  const first = keys ? isOneOf('m.sort_key', keys) : [between('m.sort_key', range)];
  return { rows: where(sql`FROM messages m`, [...first, ...conditions]), key: 'm.sort_key' };
}

function selectFrom(columns: Sql, { rows, key }: Source, { order, limit }: { order: Order; limit: number }): Sql {
  const orderBy = { text: `ORDER BY ${key} ${order === 'oldest' ? 'ASC' : 'DESC'}`, values: [] };
  return joinSql([sql`SELECT`, columns, rows, orderBy, sql`LIMIT ${limit}`], ' ');
}

function where(from: Sql, conditions: readonly Sql[]): Sql {
  return joinSql([from, sql`WHERE`, sqlAnd(conditions)], ' ');
}

function between(key: string, { from, to }: KeyRange): Sql {
  return { text: `${key} BETWEEN ? AND ?`, values: [BigInt(from), BigInt(to)] };
}

function idsIn({ text, values }: Sql): Sql {
  return { text: `m.id IN (${text})`, values };
}

function isOneOf(key: string, keys: readonly number[] | undefined): Sql[] {
  return keys ? [{ text: `${key} IN (SELECT value FROM json_each(?))`, values: [jsonList(keys)] }] : [];
}

function rangeAfter({ from, to }: KeyRange, order: Order, after: number | undefined): KeyRange {
  if (after === undefined) return { from, to };
  return order === 'oldest' ? { from: Math.max(from, after + 1), to } : { from, to: Math.min(to, after - 1) };
}

function spanOf(keys: readonly number[]): KeyRange {
  return keys.reduce(({ from, to }, key) => ({ from: Math.min(from, key), to: Math.max(to, key) }), {
    from: keys[0]!,
    to: keys[0]!,
  });
}
