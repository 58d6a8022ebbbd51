import type { Plan } from '../../mail/query/compile.ts';
import { bestHits, rankedHits, type RankedHit } from '../../mail/query/rank.ts';
import {
  countHits,
  countNewestHits,
  hits,
  threadsBefore,
  type Counted,
  type Hit,
  type Order,
} from '../../mail/query/run.ts';
import type { ReadDb } from '../../store/db.ts';
import { startOf, type BestStart, type DatedStart } from './cursor.ts';
import { attachmentsOf, type FoundAttachment } from './store.ts';

export type Scope = 'threads' | 'messages' | 'attachments';
export type Sort = Order | 'relevant';

/** A row of the answer: a hit, or one of its attachments. */
export type Shown = Hit & { score?: number; attachment?: FoundAttachment };

export type Page = {
  shown: Shown[];
  /** Null on the last page. */
  next: string | null;
  total: number;
  totalIsExact: boolean;
  /** How many rows come before this page, as far as that is known. */
  passed: number;
  /** How many hits were looked at. */
  looked: number;
};

export type PageWish = {
  scope: Scope;
  sort: Sort;
  limit: number;
  offset: number;
  cursor?: string | undefined;
  exact: boolean;
};

/** One page of a query's hits. Pages follow each other without gap or repetition while mail arrives. */
export function pageOf(db: ReadDb, plan: Plan, wish: PageWish): Page {
  const start = startOf(wish, wish.sort);
  const page = 'after' in start ? datedPage(db, plan, wish, start) : bestPage(db, plan, wish, start);
  if (page.totalIsExact) return page;
  if (wish.exact) return { ...page, total: unitsOf(countHits(db, plan), wish.scope), totalIsExact: true };
  const { isWhole, ...counted } = countNewestHits(db, plan);
  const total = unitsOf(counted, wish.scope);
  return isWhole ? { ...page, total, totalIsExact: true } : { ...page, total: Math.max(page.total, rounded(total)) };
}

/** A lower bound need not look as if it were exact. */
function rounded(total: number): number {
  return total > 100 ? Math.floor(total / 100) * 100 : total;
}

function unitsOf({ messages, threads, attachments }: Counted, scope: Scope): number {
  return { messages, threads, attachments }[scope];
}

/** Walks the hits in order until the page is full. */
function datedPage(
  db: ReadDb,
  plan: Plan,
  { scope, sort, limit }: PageWish,
  { after: start, offset }: DatedStart,
): Page {
  const order = sort === 'oldest' ? 'oldest' : 'newest';
  const rowsOf = rowsIn(db, plan, { scope, order, start });
  const shown: Shown[] = [];
  let passed = 0;
  let looked = 0;
  let after = start && (scope === 'attachments' ? start.key + (order === 'newest' ? 1 : -1) : start.key);
  for (let size = (scope === 'threads' ? 2 * limit : limit) + 20; ; size = Math.min(size * 2, 4_000)) {
    const found = hits(db, plan, { order, limit: size, after });
    looked += found.length;
    for (const row of rowsOf(found)) {
      if (passed < offset) passed++;
      else if (shown.length < limit) shown.push(row);
      else {
        const known = passed + shown.length + 1;
        return { shown, next: cursorBehind(shown.at(-1)), total: known, totalIsExact: false, passed, looked };
      }
    }
    if (found.length < size) {
      return { shown, next: null, total: passed + shown.length, totalIsExact: !start, passed, looked };
    }
    after = found.at(-1)?.sort_key;
  }
}

function cursorBehind(row: Shown | undefined): string | null {
  if (!row) return null;
  return row.attachment ? `${row.sort_key}.${row.attachment.ordinal}` : String(row.sort_key);
}

type Walk = { scope: Scope; order: Order; start: { key: number; ordinal: number } | undefined };

/** The rows that hits make, piece by piece: a conversation makes one, by the hit that comes first. */
function rowsIn(db: ReadDb, plan: Plan, { scope, order, start }: Walk): (found: readonly Hit[]) => Shown[] {
  if (scope === 'messages') return (found) => [...found];
  if (scope === 'attachments') {
    const isShown = ({ sort_key, attachment }: Shown) =>
      start?.key === sort_key && attachment !== undefined && attachment.ordinal <= start.ordinal;
    return (found) => attachmentRows(db, found).filter((row) => !isShown(row));
  }
  const seen = new Set<number>();
  return (found) => {
    const first = firstOfThreads(found, seen);
    if (!start) return first;
    const threads = first.map(({ thread }) => thread);
    const before = threadsBefore(db, plan, { threads, order, start: start.key });
    return first.filter(({ thread }) => !before.has(thread));
  };
}

function firstOfThreads<H extends Hit>(found: readonly H[], seen: Set<number>): H[] {
  return found.filter(({ thread }) => !seen.has(thread) && seen.add(thread));
}

function attachmentRows<H extends Hit>(db: ReadDb, found: readonly H[]): (H & Shown)[] {
  const attachments = attachmentsOf(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap((hit) => (attachments.get(hit.id) ?? []).map((attachment) => ({ ...hit, attachment })));
}

/** The best of the newest hits. The first page says how new they may be, so that later ones rank the same hits. */
function bestPage(db: ReadDb, plan: Plan, { scope, limit }: PageWish, { newest, offset }: BestStart): Page {
  const best = bestHits(db, plan, newest);
  const rows = rowsAmong(db, best, scope);
  const end = offset + limit;
  const newestOfAll = newest ?? best.reduce((most, { sort_key }) => Math.max(most, sort_key), -Infinity);
  return {
    shown: rows.slice(offset, end),
    next: end < rows.length ? `best.${newestOfAll}.${end}` : null,
    total: rows.length,
    totalIsExact: newest === undefined && best.length < rankedHits,
    passed: offset,
    looked: best.length,
  };
}

function rowsAmong(db: ReadDb, best: readonly RankedHit[], scope: Scope): Shown[] {
  if (scope === 'attachments') return attachmentRows(db, best);
  return scope === 'threads' ? firstOfThreads(best, new Set()) : [...best];
}
