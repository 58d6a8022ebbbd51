import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import { compileQuery } from '../query/compile.ts';
import { sqlAnd } from '../query/sql-conditions.ts';
import { parseQuery } from '../query/parse.ts';
import { countHits } from '../query/run.ts';
import { accountsSearched, type SavedSearch } from './saved-searches.ts';

type Count = { unread: number; total: number };
/** The number of hits of a search. A conversation is unread if one of its hits is unread. */
export type SearchCounts = { threads: Count; messages: Count };

/** A query whose hits are counted: in these accounts, by internal id. */
export type CountedQuery = { query: string; accounts: readonly number[] };

/** The cached number of hits of a saved search in the accounts that the caller may see. */
export type CachedCounts = (
  search: Pick<SavedSearch, 'query' | 'account'>,
  accounts: readonly Pick<Account, 'id'>[],
) => SearchCounts | undefined;

/** Counts all hits of a query. Throws Failure `bad_query`. */
export function countMatches(
  db: ReadDb,
  { query, accounts }: CountedQuery,
  { now, zone }: { now: Date; zone: string | undefined },
): SearchCounts {
  const node = parseQuery(query);
  if (!node) return { threads: { unread: 0, total: 0 }, messages: { unread: 0, total: 0 } };
  const isUnread = sql`NOT m.flags & ${flagBits.READ}`;
  // Mail that arrives in between would be among the unread hits only.
  return db.snapshot(() => {
    const plan = compileQuery(db, node, { accounts: accounts.map((id) => ({ id })), now, zone });
    const all = countHits(db, plan);
    const unread = countHits(db, { ...plan, condition: sqlAnd([plan.condition, isUnread]), isTextAlone: false });
    return {
      threads: { unread: unread.threads, total: all.threads },
      messages: { unread: unread.messages, total: all.messages },
    };
  });
}

/** Caches the counts of at most `maxEntries` queries; the least recently read is dropped first. */
export function searchCountCache(maxEntries = 300) {
  const cache = new Map<string, { counted: CountedQuery; counts: SearchCounts | undefined }>();
  const keyOf = ({ query, accounts }: CountedQuery) => `${accounts.join()} ${query}`;
  return {
    /** The cached counts; `isNew` if the query was not read before. */
    read(counted: CountedQuery): { counts: SearchCounts | undefined; isNew: boolean } {
      const key = keyOf(counted);
      const before = cache.get(key);
      cache.delete(key);
      cache.set(key, before ?? { counted, counts: undefined });
      const [oldest] = cache.keys();
      if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
      return { counts: before?.counts, isNew: before === undefined };
    },
    queries: (): CountedQuery[] => [...cache.values()].map(({ counted }) => counted),
    /** Returns whether the counts changed. */
    update(counted: CountedQuery, counts: SearchCounts): boolean {
      const entry = cache.get(keyOf(counted));
      if (!entry) return false;
      const hasChanged = JSON.stringify(entry.counts) !== JSON.stringify(counts);
      entry.counts = counts;
      return hasChanged;
    },
    remove: (counted: CountedQuery) => void cache.delete(keyOf(counted)),
  };
}

/** The query of a saved search in the accounts that the caller may see. */
export function countedQuery(
  search: Pick<SavedSearch, 'query' | 'account'>,
  accounts: readonly Pick<Account, 'id'>[],
): CountedQuery {
  return { query: search.query, accounts: accountsSearched(search, accounts).map(({ id }) => id) };
}
