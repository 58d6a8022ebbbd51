import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, InputOf, ReaderHandlers, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { labelsOf } from '../../mail/labels/labels.ts';
import { clausesOf } from '../../mail/query/clauses.ts';
import { compileQuery, withAttachments, type QueryPlan } from '../../mail/query/compile.ts';
import { groupHits } from '../../mail/query/groups.ts';
import { createQueryLabels } from '../../mail/query/query-labels.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import type { QueryNode } from '../../mail/query/query-node.ts';
import { countMessages, countNewestHits } from '../../mail/query/run.ts';
import { correctQuery } from '../../mail/query/spelling.ts';
import { readablePrefix } from '../../mail/query/readable-prefix.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import { startOf } from './cursor.ts';
import { explainPage, notesOn } from './explain.ts';
import { matchesOf } from './matches.ts';
import { pageOf, type Page } from './page.ts';
import { rowGroups } from './rows.ts';
import type { SearchSettings } from '../../mail/searches/search-settings.ts';
import type { Sort } from './cursor.ts';
type SearchDeps = { clock: Clock; zone: string | undefined; blobs: string; settings: () => SearchSettings };

type Find = (typeof searchRequests)['find'];

export function searchReaders({ clock, zone, blobs, settings }: SearchDeps): ReaderHandlers<typeof searchRequests> {
  /** Undefined for an empty query, which has an empty answer. */
  function planFor(db: ReadDb, text: string, accounts: readonly Account[]): QueryPlan | undefined {
    return planOf(db, parseQuery(text), accounts);
  }

  function planOf(db: ReadDb, query: QueryNode | undefined, accounts: readonly Account[]): QueryPlan | undefined {
    return query && compileQuery(db, query, { accounts, now: clock.now(), zone });
  }

  /** A corrected spelling, if the query found almost nothing and the correction finds more. */
  function correctionFor(db: ReadDb, q: string, accounts: readonly Account[], found: number) {
    if (found > maxTotalForCorrection) return null;
    const labels = labelsOf(db, accounts).map(({ name }) => name);
    const correction = correctQuery(db, q, labels);
    const plan = correction && planFor(db, correction.query, accounts);
    const total = plan ? countNewestHits(db, plan).threads : 0;
    return correction && total > found ? { ...correction, total } : null;
  }

  return {
    find(input: InputOf<Find>, { db, accounts }: Call<Find>): ReplyOf<Find> {
      const { default_mode, default_sort, max_results } = settings();
      const { scope } = input;
      const q = input.typing ? readablePrefix(input.q) : input.q;
      const sort = sortNamed(input.sort ?? default_sort);
      const requested = input.mode ?? default_mode;
      const limit = input.limit ?? max_results;
      const visible = selectAccounts(accounts, input.account_id);
      const query = parseQuery(q, { isTyped: input.typing });
      const unfilteredPlan = planOf(db, query, visible);
      const plan = unfilteredPlan && scope === 'attachments' ? withAttachments(unfilteredPlan) : unfilteredPlan;
      const page = plan ? pageOf(db, plan, { ...input, sort, limit }) : emptyPage(input, sort);
      const notes = notesOn(page, { requested, sort, plan });
      return {
        scope,
        sort: input.sort ?? wireNames[sort],
        mode: 'lexical',
        total: page.total,
        total_is_exact: page.totalIsExact,
        has_more: page.nextCursor !== null,
        next_offset: page.nextCursor === null || input.cursor !== undefined ? null : page.skipped + page.rows.length,
        next_cursor: page.nextCursor,
        groups: rowGroups(db, page.rows, scope, { now: clock.now(), zone }),
        explain:
          input.explain || notes.length > 0 ? explainPage(db, { page, plan, sort, requested, notes }, limit) : null,
        coverage: coverageOf(db, visible),
        matches:
          query && input.matches
            ? matchesOf(db, query, page.rows, { blobs, maxOpened: input.typing ? maxOpenedWhileTyping : limit })
            : [],
        clauses: clausesOf(q, { labelName: labelNamer(db, visible), isTyped: input.typing ?? false }),
        did_you_mean: query && isFirst(input) ? correctionFor(db, q, visible, page.total) : null,
      };
    },
    groups({ q, account_id, group_by, limit }, { db, accounts }) {
      const plan = planFor(db, q, selectAccounts(accounts, account_id));
      return {
        query: q,
        group_by,
        total: plan ? countMessages(db, plan) : 0,
        groups: plan ? groupHits(db, plan, group_by, limit) : [],
      };
    },
    count({ q, query, account_id }, { db, accounts }) {
      const plan = planFor(db, q ?? query ?? '', selectAccounts(accounts, account_id));
      return { kind: 'Count', count: plan ? countMessages(db, plan) : 0 };
    },
  };
}

/** A misspelt word rarely matches more messages. */
const maxTotalForCorrection = 1;
/** About as many as the page shows. */
const maxOpenedWhileTyping = 12;

function isFirst({ cursor, offset }: InputOf<Find>): boolean {
  return cursor === undefined && offset === 0;
}

/** Resolves the label name in a query to the label's own name. */
function labelNamer(db: ReadDb, accounts: readonly Account[]): (named: string) => string {
  const labels = createQueryLabels(db, accounts);
  return (name) => labels.matching({ kind: 'label', name })[0]?.name ?? name;
}

/** Clients and the configuration have several names for each order; an unknown name means newest first. */
function sortNamed(name: string): Sort {
  if (name === 'oldest' || name === 'date_asc') return 'oldest';
  return name === 'relevant' || name === 'relevance' ? 'relevant' : 'newest';
}

const wireNames: Record<Sort, string> = { newest: 'recent', oldest: 'oldest', relevant: 'relevant' };

function selectAccounts(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  if (account_id === undefined) return accounts;
  const found = accounts.filter((account) => account.account_id === account_id.toLowerCase());
  if (found.length > 0) return found;
  throw new Failure('missing', 'not_found', 'There is no such account here, or this caller may not see it.');
}

function emptyPage(input: InputOf<Find>, sort: Sort): Page {
  startOf(input, sort);
  return { rows: [], nextCursor: null, total: 0, totalIsExact: true, skipped: 0, examinedHits: 0 };
}
