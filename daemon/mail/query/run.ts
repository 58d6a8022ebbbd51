import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import type { CompiledQuery } from './compile.ts';

/** A message that matches. Sort keys order hits by date. */
export type Hit = { id: number; sort_key: number; thread: number };

export type Order = 'recent' | 'oldest';

/**
 * The hits of a query among `accounts`, one by one in order of date, so that a page costs a page and not the mailbox.
 * Needs a connection with the index attached as `idx`.
 */
export function hits(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  query: CompiledQuery,
  order: Order,
): IterableIterator<Hit> {
  if (query.impossible) return new Array<Hit>().values();
  return db.each<Hit>(hitsQuery(accounts, query, order));
}

/** How many messages match. */
export function countHits(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], query: CompiledQuery): number {
  if (query.impossible) return 0;
  const { text, values } = hitsQuery(accounts, query, 'recent');
  return db.get<{ n: number }>({ text: `SELECT count(*) AS n FROM (${text})`, values })?.n ?? 0;
}

function hitsQuery(accounts: readonly Pick<Account, 'id'>[], query: CompiledQuery, order: Order): Sql {
  const filters = {
    owners: jsonList(accounts.map(({ id }) => id)),
    read: query.unread === null ? null : !query.unread,
  };
  return query.match === null ? everything(query.exclude, filters, order) : matching(query.match, filters, order);
}

type Filters = { owners: string; read: boolean | null };

/** FTS5 walks its rowids, which are sort keys, in either direction: nothing is sorted. */
function matching(match: string, { owners, read }: Filters, order: Order): Sql {
  const query = sql`
    SELECT m.id, m.sort_key, m.thread FROM idx.fts CROSS JOIN messages m ON m.sort_key = fts.rowid
    WHERE fts MATCH ${match} AND m.account IN (SELECT value FROM json_each(${owners}))
      AND (${read} IS NULL OR (m.flags & 1) = ${read})
    ORDER BY fts.rowid`;
  return inOrder(query, order);
}

function everything(exclude: string | null, { owners, read }: Filters, order: Order): Sql {
  const query =
    exclude === null
      ? sql`
        SELECT m.id, m.sort_key, m.thread FROM messages m
        WHERE m.account IN (SELECT value FROM json_each(${owners})) AND (${read} IS NULL OR (m.flags & 1) = ${read})
        ORDER BY m.sort_key`
      : sql`
        SELECT m.id, m.sort_key, m.thread FROM messages m
        WHERE m.account IN (SELECT value FROM json_each(${owners})) AND (${read} IS NULL OR (m.flags & 1) = ${read})
          AND m.sort_key NOT IN (SELECT rowid FROM idx.fts WHERE fts MATCH ${exclude})
        ORDER BY m.sort_key`;
  return inOrder(query, order);
}

function inOrder(query: Sql, order: Order): Sql {
  return { ...query, text: `${query.text} ${order === 'oldest' ? 'ASC' : 'DESC'}` };
}
