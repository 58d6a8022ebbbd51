import type { ReplyOf } from '../../handler-types.ts';
import type { QueryPlan } from '../../mail/query/compile.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { maxRankedHits, scoresOf } from '../../mail/query/rank.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import type { Page } from './page.ts';
import type { Sort } from './cursor.ts';

type Find = (typeof searchRequests)['find'];
type Explain = NonNullable<ReplyOf<Find>['explain']>;

/** Notes on how an answer came about; none for an answer that is exactly as requested. */
export function notesOn(
  { examinedHits }: Pick<Page, 'examinedHits'>,
  { requested, sort, plan }: { requested: Explain['requested_mode']; sort: Sort; plan: QueryPlan | undefined },
): string[] {
  const notes: string[] = [];
  if (requested !== 'lexical') notes.push('Found by words alone: no model for searching by meaning is set up.');
  if (sort === 'relevant' && plan && plan.ranking === undefined)
    notes.push('Nothing was asked for that could be ranked, so the newest come first.');
  else if (sort === 'relevant' && examinedHits === maxRankedHits)
    notes.push(
      `Only the newest ${maxRankedHits} messages that match were ranked; older ones are not shown in this order.`,
    );
  return notes;
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
  }: {
    page: Page;
    plan: QueryPlan | undefined;
    sort: Sort;
    requested: Explain['requested_mode'];
    notes: string[];
  },
  limit: number,
): Explain {
  const scores = plan ? scoresOf(db, plan, page.rows) : new Map<number, number>();
  const ids = new Map(
    messagesByIds(
      db,
      page.rows.map(({ id }) => id),
    ).map(({ id, message_id }) => [id, message_id]),
  );
  return {
    requested_mode: requested,
    executed_mode: 'lexical',
    semantic_query: null,
    lexical_candidates: page.examinedHits,
    lexical_window: sort === 'relevant' ? maxRankedHits : limit,
    dense_candidates: 0,
    dense_window: null,
    rrf_k: null,
    final_results: page.rows.length,
    results: page.rows.map(({ id, sort_key }, i) => {
      const score = scores.get(sort_key) ?? null;
      const rank = page.skipped + i + 1;
      return {
        message_id: ids.get(id) ?? '',
        rank,
        final_score: score ?? 0,
        lexical_rank: sort === 'relevant' ? rank : null,
        lexical_score: score,
        dense_rank: null,
        dense_score: null,
      };
    }),
    notes,
  };
}
