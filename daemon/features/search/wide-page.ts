import type { ReplyOf } from '../../handler-types.ts';
import { withAttachments, type QueryPlan } from '../../mail/query/compile.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import type { QueryNode } from '../../mail/query/query-node.ts';
import { widerQuery, wideningKinds, type WiderQuery } from '../../mail/query/wider-queries.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import { startOf, type Matching } from './cursor.ts';
import { pageOf, type Page, type PageRequest } from './page.ts';

type WideRequest = {
  /** How the words of the earlier pages were matched; `exact` for a first page. */
  first: Matching;
  /** Whether the words are matched more widely where the query finds nothing. */
  isWide: boolean;
  /** Whether the query is still being typed. */
  isTyped: boolean;
  /** Undefined for an empty query, which has an empty answer. */
  plan: (node: QueryNode | undefined) => QueryPlan | undefined;
  page: PageRequest;
  labels: () => string[];
};

type Found = {
  node: QueryNode | undefined;
  plan: QueryPlan | undefined;
  page: Page;
  matching: ReplyOf<(typeof searchRequests)['find']>['matching'];
};

/** A page of a query. If the query finds nothing, its words are matched more widely, as `matching` says. */
export function widePage(db: ReadDb, q: string, request: WideRequest): Found {
  const { first, isTyped, page } = request;
  if (first !== 'exact') return pageWith(db, first, wider(first) ?? { query: q, words: [] }, request);
  const exact = pageWith(db, 'exact', { query: q, words: [] }, request);
  if (exact.page.total > 0 || !exact.node || page.cursor !== undefined || !request.isWide) return exact;
  // While the user types, a half-written word is no typing error.
  for (const kind of isTyped ? wideningKinds.filter((each) => each !== 'spelling') : wideningKinds) {
    const query = wider(kind);
    const found = query && pageWith(db, kind, query, request);
    if (found && found.page.total > 0) return found;
  }
  return exact;

  function wider(kind: (typeof wideningKinds)[number]): WiderQuery | undefined {
    return widerQuery(db, kind, q, request.labels());
  }
}

function pageWith(db: ReadDb, kind: Matching, { query, words }: WiderQuery, request: WideRequest): Found {
  const node = parseQuery(query, { isTyped: request.isTyped });
  const unfilteredPlan = request.plan(node);
  const plan =
    unfilteredPlan && request.page.scope === 'attachments' ? withAttachments(unfilteredPlan) : unfilteredPlan;
  const page = plan ? pageOf(db, plan, request.page) : emptyPage(request.page);
  return { node, plan, page, matching: { kind, query, words } };
}

/** Throws Failure `bad_cursor` for a cursor of another order, as a page with rows does. */
function emptyPage(request: PageRequest): Page {
  startOf(request, request.sort);
  return { rows: [], nextCursor: null, total: 0, totalIsExact: true, skipped: 0, examinedHits: 0 };
}
