import type { ReplyOf } from '../../handler-types.ts';
import type { QueryPlan } from '../../mail/query/compile.ts';
import { formatInteger } from '../../base/numbers.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { maxRankedHits, scoresOf } from '../../mail/query/rank.ts';
import type { ReadDb } from '../../store/db.ts';
import { denseWindow, type DenseAnswer } from '../../mail/semantic/dense-search.ts';
import type { searchRequests } from './contract.ts';
import { rrfK, type FusedPage } from './fused-page.ts';
import type { Page } from './page.ts';
import type { Sort } from './cursor.ts';

type Find = (typeof searchRequests)['find'];
type Explain = NonNullable<ReplyOf<Find>['explain']>;

/** Notes on how an answer came about; none for an answer that is exactly as requested. */
export function notesOn(
  { examinedHits }: Pick<Page, 'examinedHits'>,
  {
    requested,
    sort,
    plan,
    answer,
  }: { requested: Explain['requested_mode']; sort: Sort; plan: QueryPlan | undefined; answer: DenseAnswer | undefined },
): string[] {
  const notes = requested === 'lexical' ? [] : notesOnMeaning(answer);
  if (sort === 'relevant' && plan && plan.ranking === undefined)
    notes.push('There are no words to rank by, so the newest come first.');
  else if (sort === 'relevant' && examinedHits === maxRankedHits)
    notes.push(
      `Only the newest ${maxRankedHits} messages that match were ranked; older ones aren’t shown in this order.`,
    );
  return notes;
}

function notesOnMeaning(answer: DenseAnswer | undefined): string[] {
  const { reason } = answer && 'reason' in answer ? answer : { reason: 'the query has no words that mean something' };
  if (!answer || 'reason' in answer) return [`Found by words alone: ${reason}.`];
  const { progress } = answer;
  if (!progress || progress.embedded >= progress.total) return [];
  const share = `${formatInteger(progress.embedded)} of ${formatInteger(progress.total)} parts`;
  return [`Searching by meaning covers ${share} of your mail so far, the newest first.`];
}

/** How an answer came about (wire-contract, section 14.4). */
export function explainPage(
  db: ReadDb,
  {
    page,
    plan,
    sort,
    requested,
    notes,
    fused,
    words,
  }: {
    page: Page;
    plan: QueryPlan | undefined;
    sort: Sort;
    requested: Explain['requested_mode'];
    notes: string[];
    /** What was found by meaning, and for which words. */
    fused: FusedPage | undefined;
    words: string | undefined;
  },
  limit: number,
): Explain {
  const scores = plan && !fused ? scoresOf(db, plan, page.rows) : new Map<number, number>();
  const ids = new Map(
    messagesByIds(
      db,
      page.rows.map(({ id }) => id),
    ).map(({ id, message_id }) => [id, message_id]),
  );
  return {
    requested_mode: requested,
    executed_mode: fused && requested !== 'lexical' ? requested : 'lexical',
    semantic_query: fused ? (words ?? null) : null,
    lexical_candidates: page.examinedHits,
    lexical_window: fused || sort === 'relevant' ? maxRankedHits : limit,
    dense_candidates: fused?.denseCandidates ?? 0,
    dense_window: fused ? denseWindow : null,
    rrf_k: fused && requested === 'hybrid' ? rrfK : null,
    final_results: page.rows.length,
    results: page.rows.map(({ id, sort_key }, i) => {
      const rank = page.skipped + i + 1;
      const places = fused?.ranks.get(sort_key);
      const score = places ? (places.lexical?.score ?? null) : (scores.get(sort_key) ?? null);
      const lexicalRank = sort === 'relevant' ? rank : null;
      return {
        message_id: ids.get(id) ?? '',
        rank,
        final_score: places?.final ?? score ?? 0,
        lexical_rank: places ? (places.lexical?.rank ?? null) : lexicalRank,
        lexical_score: score,
        dense_rank: places?.dense?.rank ?? null,
        dense_score: places?.dense?.score ?? null,
      };
    }),
    notes,
  };
}
