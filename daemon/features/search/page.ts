import type { QueryPlan } from '../../mail/query/compile.ts';
import { bestHits, maxRankedHits, type RankedHit } from '../../mail/query/rank.ts';
import {
  countHits,
  countNewestHits,
  findHits,
  threadsBefore,
  type HitCounts,
  type Hit,
  type Order,
} from '../../mail/query/run.ts';
import type { ReadDb } from '../../store/db.ts';
import { startOf, type RankedStart, type DateOrderStart } from './cursor.ts';
import { attachmentsOf, type FoundAttachment } from './store.ts';
import type { Sort } from './cursor.ts';

export type Scope = 'threads' | 'messages' | 'attachments';

/** A row of the answer: a hit, or one of its attachments. */
export type ResultRow = Hit & { score?: number; attachment?: FoundAttachment };

export type Page = {
  rows: ResultRow[];
  /** Null on the last page. */
  nextCursor: string | null;
  total: number;
  totalIsExact: boolean;
  /** The number of rows before this page, as far as it is known. */
  skipped: number;
  /** The number of hits that were read. */
  examinedHits: number;
};

export type PageRequest = {
  scope: Scope;
  sort: Sort;
  limit: number;
  offset: number;
  cursor?: string | undefined;
  exact: boolean;
};

/** One page of a query's hits. Consecutive pages neither skip nor repeat rows while mail arrives. */
export function pageOf(db: ReadDb, plan: QueryPlan, request: PageRequest): Page {
  const start = startOf(request, request.sort);
  const page = 'after' in start ? dateOrderPage(db, plan, request, start) : rankedPage(db, plan, request, start);
  if (page.totalIsExact) return page;
  if (request.exact) return { ...page, total: unitsOf(countHits(db, plan), request.scope), totalIsExact: true };
  const { isWhole, ...counted } = countNewestHits(db, plan);
  const total = unitsOf(counted, request.scope);
  return isWhole
    ? { ...page, total, totalIsExact: true }
    : { ...page, total: Math.max(page.total, roundedDown(total)) };
}

/** Rounds a lower bound, so that it does not look exact. */
function roundedDown(total: number): number {
  return total > 100 ? Math.floor(total / 100) * 100 : total;
}

function unitsOf({ messages, threads, attachments }: HitCounts, scope: Scope): number {
  return { messages, threads, attachments }[scope];
}

/** Reads the hits in order until the page is full. */
function dateOrderPage(
  db: ReadDb,
  plan: QueryPlan,
  { scope, sort, limit }: PageRequest,
  { after: start, offset }: DateOrderStart,
): Page {
  const order = sort === 'oldest' ? 'oldest' : 'newest';
  const rowsOf = rowsIn(db, plan, { scope, order, start });
  const rows: ResultRow[] = [];
  let skipped = 0;
  let examinedHits = 0;
  let after = start && (scope === 'attachments' ? start.key + (order === 'newest' ? 1 : -1) : start.key);
  for (let size = (scope === 'threads' ? 2 * limit : limit) + 20; ; size = Math.min(size * 2, 4_000)) {
    const found = findHits(db, plan, { order, limit: size, after });
    examinedHits += found.length;
    for (const row of rowsOf(found)) {
      if (skipped < offset) skipped++;
      else if (rows.length < limit) rows.push(row);
      else {
        const known = skipped + rows.length + 1;
        return { rows, nextCursor: cursorAfter(rows.at(-1)), total: known, totalIsExact: false, skipped, examinedHits };
      }
    }
    if (found.length < size) {
      return { rows, nextCursor: null, total: skipped + rows.length, totalIsExact: !start, skipped, examinedHits };
    }
    after = found.at(-1)?.sort_key;
  }
}

function cursorAfter(row: ResultRow | undefined): string | null {
  if (!row) return null;
  return row.attachment ? `${row.sort_key}.${row.attachment.ordinal}` : String(row.sort_key);
}

type RowsRequest = { scope: Scope; order: Order; start: { key: number; ordinal: number } | undefined };

/** The rows of the hits, in batches: a thread becomes one row, for its first hit. */
function rowsIn(
  db: ReadDb,
  plan: QueryPlan,
  { scope, order, start }: RowsRequest,
): (found: readonly Hit[]) => ResultRow[] {
  if (scope === 'messages') return (found) => [...found];
  if (scope === 'attachments') {
    const isShown = ({ sort_key, attachment }: ResultRow) =>
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

function attachmentRows<H extends Hit>(db: ReadDb, found: readonly H[]): (H & ResultRow)[] {
  const attachments = attachmentsOf(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap((hit) => (attachments.get(hit.id) ?? []).map((attachment) => ({ ...hit, attachment })));
}

/** The best of the newest hits. The first page fixes the newest hit, so that later pages rank the same hits. */
function rankedPage(db: ReadDb, plan: QueryPlan, { scope, limit }: PageRequest, { newest, offset }: RankedStart): Page {
  const best = bestHits(db, plan, newest);
  const rows = rankedRows(db, best, scope);
  const end = offset + limit;
  const newestOfAll = newest ?? best.reduce((most, { sort_key }) => Math.max(most, sort_key), -Infinity);
  return {
    rows: rows.slice(offset, end),
    nextCursor: end < rows.length ? `best.${newestOfAll}.${end}` : null,
    total: rows.length,
    totalIsExact: newest === undefined && best.length < maxRankedHits,
    skipped: offset,
    examinedHits: best.length,
  };
}

export function rankedRows(db: ReadDb, best: readonly RankedHit[], scope: Scope): ResultRow[] {
  if (scope === 'attachments') return attachmentRows(db, best);
  return scope === 'threads' ? firstOfThreads(best, new Set()) : [...best];
}
