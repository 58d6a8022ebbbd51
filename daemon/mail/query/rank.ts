import { jsonList, type ReadDb } from '../../store/db.ts';
import { indexColumns, type IndexColumn } from '../index/index-file.ts';
import type { QueryPlan } from './compile.ts';
import { findHits, type Hit } from './run.ts';

export type RankedHit = Hit & { score: number };

/** The number of newest hits that are ranked: ranking all would cost too much in a large mailbox. */
export const maxRankedHits = 2_000;

/**
 * The weight of a word by its column (wire-contract, section 16.5). Snippets are not indexed separately: they are the
 * first words of the body. Recipients weigh as much as the body.
 */
const weights: Record<IndexColumn, number> = {
  subject: 3,
  from: 2,
  to: 0.5,
  cc: 0.5,
  bcc: 0.5,
  body: 0.5,
  filename: 0.75,
  list: 0.5,
};

/** The best of the newest hits, best first, the newer of equals first. Hits newer than `newest` are left out. */
export function bestHits(db: ReadDb, plan: QueryPlan, newest: number | undefined): RankedHit[] {
  const after = newest === undefined ? undefined : newest + 1;
  const found = findHits(db, plan, { order: 'newest', limit: maxRankedHits, after });
  const scores = scoresOf(db, plan, found);
  return found
    .map((hit) => ({ ...hit, score: scores.get(hit.sort_key) ?? 0 }))
    .toSorted((a, b) => b.score - a.score || b.sort_key - a.sort_key);
}

/** BM25 scores of hits by sort key, higher is better. Hits that match without a text are left out. */
export function scoresOf(db: ReadDb, { ranking }: QueryPlan, found: readonly Hit[]): Map<number, number> {
  if (ranking === undefined || found.length === 0) return new Map();
  const keys = found.map(({ sort_key }) => sort_key);
  const rows = db.all<{ key: number; score: number }>({
    text: `SELECT rowid AS key, -bm25(fts, ${indexColumns.map((column) => weights[column]).join(', ')}) AS score
      FROM idx.fts WHERE fts MATCH ? AND rowid BETWEEN ? AND ? AND +rowid IN (SELECT value FROM json_each(?))`,
    values: [ranking, BigInt(Math.min(...keys)), BigInt(Math.max(...keys)), jsonList(keys)],
  });
  return new Map(rows.map(({ key, score }) => [key, score]));
}
