import { sql, type ReadDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import { flagBits } from './flags.ts';
import { compileQuery } from './query/compile.ts';
import { everyOf } from './query/fragments.ts';
import { parseQuery } from './query/parse.ts';
import { countHits } from './query/run.ts';
import { accountsSearched, type SavedSearch } from './saved-searches.ts';

type Count = { unread: number; total: number };
/** How much a search finds. A conversation is unread where something in it that is found is. */
export type SearchCounts = { threads: Count; messages: Count };

/** A question whose finds are counted: in these accounts, by internal id. */
export type CountedQuery = { query: string; accounts: readonly number[] };

/** How much a saved search finds in the accounts somebody may see, as it was last counted. */
export type KnownCounts = (
  search: Pick<SavedSearch, 'query' | 'account'>,
  accounts: readonly Pick<Account, 'id'>[],
) => SearchCounts | undefined;

/** Counts all that a query finds. Throws Failure `bad_query`. */
export function countFinds(
  db: ReadDb,
  { query, accounts }: CountedQuery,
  { now, zone }: { now: Date; zone: string | undefined },
): SearchCounts {
  const node = parseQuery(query);
  if (!node) return { threads: { unread: 0, total: 0 }, messages: { unread: 0, total: 0 } };
  const plan = compileQuery(db, node, { accounts: accounts.map((id) => ({ id })), now, zone });
  const isUnread = sql`NOT m.flags & ${flagBits.READ}`;
  const all = countHits(db, plan);
  const unread = countHits(db, { ...plan, condition: everyOf([plan.condition, isUnread]), isTextAlone: false });
  return {
    threads: { unread: unread.threads, total: all.threads },
    messages: { unread: unread.messages, total: all.messages },
  };
}

/** Counts kept for as many questions as are asked about; the one asked about longest ago goes first. */
export function countMemory(most = 300) {
  const kept = new Map<string, { counted: CountedQuery; counts: SearchCounts | undefined }>();
  const keyOf = ({ query, accounts }: CountedQuery) => `${accounts.join()} ${query}`;
  return {
    /** What is known; `isNew` where nobody has asked about it before. */
    look(counted: CountedQuery): { counts: SearchCounts | undefined; isNew: boolean } {
      const key = keyOf(counted);
      const before = kept.get(key);
      kept.delete(key);
      kept.set(key, before ?? { counted, counts: undefined });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return { counts: before?.counts, isNew: before === undefined };
    },
    asked: (): CountedQuery[] => [...kept.values()].map(({ counted }) => counted),
    /** Says whether it was another number before. */
    keep(counted: CountedQuery, counts: SearchCounts): boolean {
      const entry = kept.get(keyOf(counted));
      if (!entry) return false;
      const hasChanged = JSON.stringify(entry.counts) !== JSON.stringify(counts);
      entry.counts = counts;
      return hasChanged;
    },
    forget: (counted: CountedQuery) => void kept.delete(keyOf(counted)),
  };
}

/** The question a saved search asks in the accounts somebody may see. */
export function countedQuery(
  search: Pick<SavedSearch, 'query' | 'account'>,
  accounts: readonly Pick<Account, 'id'>[],
): CountedQuery {
  return { query: search.query, accounts: accountsSearched(search, accounts).map(({ id }) => id) };
}
