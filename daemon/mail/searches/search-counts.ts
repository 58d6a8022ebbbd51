import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import { compileQuery } from '../query/compile.ts';
import { sqlAnd } from '../query/sql-conditions.ts';
import { parseQuery } from '../query/parse.ts';
import { countHits } from '../query/run.ts';
import { accountsSearched, type SavedSearch } from './saved-searches.ts';

type Count = { unread: number; total: number };
/** How much a search finds. A conversation is unread where something in it that is found is. */
export type SearchCounts = { threads: Count; messages: Count };

/** A question whose finds are counted: in these accounts, by internal id. */
export type CountedQuery = { query: string; accounts: readonly number[] };

/** How much a saved search finds in the accounts somebody may see, as it was last counted. */
export type CachedCounts = (
  search: Pick<SavedSearch, 'query' | 'account'>,
  accounts: readonly Pick<Account, 'id'>[],
) => SearchCounts | undefined;

/** Counts all that a query finds. Throws Failure `bad_query`. */
export function countMatches(
  db: ReadDb,
  { query, accounts }: CountedQuery,
  { now, zone }: { now: Date; zone: string | undefined },
): SearchCounts {
  const node = parseQuery(query);
  if (!node) return { threads: { unread: 0, total: 0 }, messages: { unread: 0, total: 0 } };
  const plan = compileQuery(db, node, { accounts: accounts.map((id) => ({ id })), now, zone });
  const isUnread = sql`NOT m.flags & ${flagBits.READ}`;
  const all = countHits(db, plan);
  const unread = countHits(db, { ...plan, condition: sqlAnd([plan.condition, isUnread]), isTextAlone: false });
  return {
    threads: { unread: unread.threads, total: all.threads },
    messages: { unread: unread.messages, total: all.messages },
  };
}

/** Counts kept for as many questions as are asked about; the one asked about longest ago goes first. */
export function searchCountCache(maxEntries = 300) {
  const cache = new Map<string, { counted: CountedQuery; counts: SearchCounts | undefined }>();
  const keyOf = ({ query, accounts }: CountedQuery) => `${accounts.join()} ${query}`;
  return {
    /** What is known; `isNew` where nobody has asked about it before. */
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
    /** Says whether it was another number before. */
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

/** The question a saved search asks in the accounts somebody may see. */
export function countedQuery(
  search: Pick<SavedSearch, 'query' | 'account'>,
  accounts: readonly Pick<Account, 'id'>[],
): CountedQuery {
  return { query: search.query, accounts: accountsSearched(search, accounts).map(({ id }) => id) };
}
