import type { Hit, Order } from '../../mail/query/run.ts';

/** How many hits are counted one by one; past it the total is a lower bound, and said to be one. */
const countedHits = 2_000;

export type HitPage = {
  hits: Hit[];
  total: number;
  totalIsExact: boolean;
  /** The sort key after which the next page starts; null on the last page. */
  next: number | null;
};

export type PageWish = {
  scope: 'threads' | 'messages';
  limit: number;
  offset: number;
  /** Start behind this sort key, whether or not its message is still there. */
  after: number | null;
  order: Order;
};

/**
 * Takes one page out of hits in order. In scope `threads` a conversation appears once, by its first hit; so the walk
 * starts at the first hit even for a later page, for only then is it known which conversations were shown before.
 */
export function collectPage(found: Iterable<Hit>, { scope, limit, offset, after, order }: PageWish): HitPage {
  const isBehind = ({ sort_key }: Hit) => after === null || (order === 'oldest' ? sort_key > after : sort_key < after);
  const seen = new Set<number>();
  const page: Hit[] = [];
  const pageEnd = () => page.at(-1)?.sort_key ?? null;
  let total = 0;
  let passed = 0;
  let walked = 0;
  let hasMore = false;
  for (const hit of found) {
    if (++walked > countedHits && hasMore) return { hits: page, total, totalIsExact: false, next: pageEnd() };
    if (scope === 'threads' && seen.has(hit.thread)) continue;
    seen.add(hit.thread);
    total++;
    if (!isBehind(hit) || passed++ < offset) continue;
    if (page.length < limit) page.push(hit);
    else hasMore = true;
  }
  return { hits: page, total, totalIsExact: true, next: hasMore ? pageEnd() : null };
}
