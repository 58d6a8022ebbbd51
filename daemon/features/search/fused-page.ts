import type { DenseAnswer } from '../../mail/semantic/dense-search.ts';
import { withAttachments, type QueryPlan } from '../../mail/query/compile.ts';
import { bestHits, maxRankedHits } from '../../mail/query/rank.ts';
import type { Hit } from '../../mail/query/run.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { startOf } from './cursor.ts';
import { rankedRows, type Page, type PageRequest, type ResultRow } from './page.ts';

/** Reciprocal rank fusion: a place in a list counts 1 / (60 + place), so that both lists weigh the same. */
export const rrfK = 60;

/** The places of a message in the list by words and in that by meaning, from 1, with the scores there. */
type FusedRank = {
  final: number;
  lexical: { rank: number; score: number } | undefined;
  dense: { rank: number; score: number } | undefined;
};

export type FusedPage = Page & {
  /** By sort key. */
  ranks: ReadonlyMap<number, FusedRank>;
  denseCandidates: number;
  /** The rows of the page whose message was found by words. */
  byWords: readonly ResultRow[];
  /** Messages of the page that were found by meaning alone, as was all else of their row. */
  byMeaning: ReadonlySet<number>;
};

type FusedRequest = {
  mode: 'hybrid' | 'semantic';
  dense: Extract<DenseAnswer, { hits: unknown }>;
  accounts: readonly Pick<Account, 'id'>[];
  page: PageRequest;
};

/**
 * A page of the hits by meaning, which mode `hybrid` merges with the hits by words. The first page fixes the newest
 * message, so that later pages rank the same messages.
 */
export function fusedPage(db: ReadDb, queryPlan: QueryPlan, { mode, dense, accounts, page }: FusedRequest): FusedPage {
  const { scope, sort, limit } = page;
  const plan = scope === 'attachments' ? withAttachments(queryPlan) : queryPlan;
  const start = startOf(page, 'relevant');
  const newest = 'newest' in start ? start.newest : undefined;
  const lexical = mode === 'hybrid' ? bestHits(db, plan, newest) : [];
  const close = storedHits(db, dense, { accounts, newest });
  const ranks = new Map<number, FusedRank>();
  const rankOf = (key: number): FusedRank => {
    const known = ranks.get(key) ?? { final: 0, lexical: undefined, dense: undefined };
    ranks.set(key, known);
    return known;
  };
  lexical.forEach(({ sort_key, score }, at) => Object.assign(rankOf(sort_key), { lexical: { rank: at + 1, score } }));
  close.forEach(({ sort_key, score }, at) => Object.assign(rankOf(sort_key), { dense: { rank: at + 1, score } }));
  for (const rank of ranks.values()) rank.final = mode === 'semantic' ? (rank.dense?.score ?? 0) : fusedScore(rank);
  const hits = new Map<number, Hit>([...lexical, ...close].map((hit) => [hit.sort_key, hit]));
  const rows = rankedRows(db, ordered([...hits.values()], ranks, sort), scope);
  const offset = start.offset;
  const end = offset + limit;
  const newestOfAll = newest ?? Math.max(-1, ...hits.keys());
  const shown = rows.slice(offset, end);
  const threadsByWords = new Set(lexical.map(({ thread }) => thread));
  return {
    rows: shown,
    nextCursor: end < rows.length ? `best.${newestOfAll}.${end}` : null,
    total: rows.length,
    totalIsExact: newest === undefined && lexical.length < maxRankedHits,
    skipped: offset,
    examinedHits: lexical.length,
    ranks,
    denseCandidates: close.length,
    byWords: shown.filter(({ sort_key }) => ranks.get(sort_key)?.lexical !== undefined),
    byMeaning: new Set(
      shown
        .filter(({ sort_key, thread }) =>
          scope === 'threads' ? !threadsByWords.has(thread) : ranks.get(sort_key)?.lexical === undefined,
        )
        .map(({ id }) => id),
    ),
  };
}

function fusedScore({ lexical, dense }: FusedRank): number {
  return [lexical, dense].reduce((sum, place) => sum + (place ? 1 / (rrfK + place.rank) : 0), 0);
}

function ordered(
  hits: readonly Hit[],
  ranks: ReadonlyMap<number, FusedRank>,
  sort: PageRequest['sort'],
): (Hit & { score: number })[] {
  const scored = hits.map((hit) => ({ ...hit, score: ranks.get(hit.sort_key)?.final ?? 0 }));
  if (sort === 'relevant') return scored.toSorted((a, b) => b.score - a.score || b.sort_key - a.sort_key);
  return scored.toSorted((a, b) => (sort === 'oldest' ? a.sort_key - b.sort_key : b.sort_key - a.sort_key));
}

/** The stored messages of these accounts, the closest first. */
export function storedHits(
  db: ReadDb,
  { hits }: Pick<FusedRequest['dense'], 'hits'>,
  { accounts, newest }: { accounts: readonly Pick<Account, 'id'>[]; newest?: number | undefined },
): (Hit & { score: number })[] {
  const keys = hits.map(({ sort_key }) => sort_key).filter((key) => newest === undefined || key <= newest);
  const rows = db.all<Hit>(sql`
    SELECT id, sort_key, thread FROM messages WHERE sort_key IN (SELECT value FROM json_each(${jsonList(keys)}))
      AND +account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
  const known = new Map(rows.map((row) => [row.sort_key, row]));
  return hits.flatMap(({ sort_key, score }) => {
    const row = known.get(sort_key);
    return row && (newest === undefined || sort_key <= newest) ? [{ ...row, score }] : [];
  });
}
