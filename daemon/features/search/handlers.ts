import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, InputOf, ReaderHandlers, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { labelsOf } from '../../mail/labels/labels.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import type { DenseAnswer } from '../../mail/semantic/dense-search.ts';
import { incompleteAccounts } from '../../mail/accounts/sync-status.ts';
import { clausesOf } from '../../mail/query/clauses.ts';
import { compileQuery, type QueryPlan } from '../../mail/query/compile.ts';
import { groupHits } from '../../mail/query/groups.ts';
import type { Now } from '../../mail/query/days.ts';
import { describeDay } from '../../mail/query/describe-query.ts';
import { possibleDate } from '../../mail/query/natural-dates.ts';
import { createQueryLabels } from '../../mail/query/query-labels.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import type { QueryNode } from '../../mail/query/query-node.ts';
import { countMessages, countNewestHits } from '../../mail/query/run.ts';
import { correctQuery } from '../../mail/query/spelling.ts';
import { readablePrefix } from '../../mail/query/readable-prefix.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import { cursorWith, matchingOf } from './cursor.ts';
import { explainPage, notesOn } from './explain.ts';
import { fusedPage, storedHits, type FusedPage } from './fused-page.ts';
import { matchesOf } from './matches.ts';
import { widePage } from './wide-page.ts';
import { shownRows } from '../../mail/lists/lean-rows.ts';
import { rowGroups } from './rows.ts';
import type { SearchSettings } from '../../mail/searches/search-settings.ts';
import type { Sort } from './cursor.ts';
type SearchDeps = {
  clock: Clock;
  zone: string | undefined;
  blobs: string;
  settings: () => SearchSettings;
  dense: () => DenseAnswer | undefined;
};

type Find = (typeof searchRequests)['find'];

export function searchReaders(deps: SearchDeps): ReaderHandlers<typeof searchRequests> {
  return {
    find: (input, call) => findMail(deps, input, call),
    similar({ message_id, limit }, { db, accounts }) {
      const answer = deps.dense() ?? { reason: 'no model for searching by meaning is set up' };
      if (!('hits' in answer)) return { message_id, profile: null, note: similarNote(answer.reason), groups: [] };
      const rows = storedHits(db, answer, { accounts }).slice(0, limit);
      const now = { now: deps.clock.now(), zone: deps.zone };
      return {
        message_id,
        profile: answer.profile,
        note: null,
        groups: rowGroups(db, rows, { scope: 'messages', accounts, ...now }),
      };
    },
    groups({ q, account_id, group_by, limit }, { db, accounts }) {
      const plan = planOf(deps, db, { query: parseQuery(q), accounts: selectAccounts(accounts, account_id) });
      return {
        query: q,
        group_by,
        total: plan ? countMessages(db, plan) : 0,
        groups: plan ? groupHits(db, plan, group_by, limit) : [],
      };
    },
    count({ q, query, account_id }, { db, accounts }) {
      const plan = planOf(deps, db, {
        query: parseQuery(q ?? query ?? ''),
        accounts: selectAccounts(accounts, account_id),
      });
      return { kind: 'Count', count: plan ? countMessages(db, plan) : 0 };
    },
  };
}

function findMail(deps: SearchDeps, input: InputOf<Find>, { db, accounts }: Call<Find>): ReplyOf<Find> {
  const { clock, zone, blobs, settings, dense } = deps;
  const { default_mode, default_sort, max_results } = settings();
  const { scope } = input;
  const q = input.typing ? readablePrefix(input.q) : input.q;
  const requested = input.mode ?? default_mode;
  const answer = requested === 'lexical' ? undefined : dense();
  const close = answer && 'hits' in answer ? answer : undefined;
  // Hits by meaning are ranked, so relevance is their default order.
  const sort = sortNamed(input.sort ?? (close ? 'relevant' : default_sort));
  const limit = input.limit ?? max_results;
  const visible = selectAccounts(accounts, input.account_id);
  const now = { now: clock.now(), zone };
  const { matching: first, cursor } = matchingOf(input.cursor);
  const { node, plan, page, matching, fused } = foundPage(db, q, {
    close: close && requested !== 'lexical' ? { mode: requested, dense: close, accounts: visible } : undefined,
    first,
    isWide: input.matching === 'wider',
    isTyped: input.typing ?? false,
    plan: (each) => planOf(deps, db, { query: each, accounts: visible }),
    page: { ...input, cursor, sort, limit },
    labels: () => labelNames(db, visible),
  });
  const notes = notesOn(page, { requested, sort, plan, answer });
  const nextCursor = cursorWith(matching.kind, page.nextCursor);
  return {
    scope,
    sort: input.sort ?? wireNames[sort],
    mode: fused && requested !== 'lexical' ? requested : 'lexical',
    total: page.total,
    total_is_exact: page.totalIsExact,
    has_more: nextCursor !== null,
    next_offset: nextCursor === null || input.cursor !== undefined ? null : page.skipped + page.rows.length,
    next_cursor: nextCursor,
    ...shownRows(rowGroups(db, page.rows, { scope, accounts, ...now }), input.fields),
    explain:
      input.explain || notes.length > 0
        ? explainPage(db, { page, plan, sort, requested, notes, fused, words: close?.words }, limit)
        : null,
    coverage: coverageOf(db, visible),
    matches:
      node && input.matches
        ? matchesOf(db, node, fused?.byWords ?? page.rows, {
            blobs,
            maxOpened: input.typing ? maxOpenedWhileTyping : limit,
          })
        : [],
    clauses: clausesOf(q, { ...now, labelName: labelNamer(db, visible), isTyped: input.typing ?? false }),
    matching,
    date_suggestion: isFirst(input) ? dateSuggestionFor(q, now) : null,
    by_meaning: fused ? publicIds(db, [...fused.byMeaning]) : [],
    incomplete_accounts: incompleteAccounts(db, visible).map(({ account_id }) => account_id),
    did_you_mean:
      node && isFirst(input)
        ? correctionFor(deps, db, { q, accounts: visible, found: matching.kind === 'spelling' ? 0 : page.total })
        : null,
  };
}

type PlanRequest = { query: QueryNode | undefined; accounts: readonly Account[] };

/** Undefined for an empty query, which has an empty answer. */
function planOf({ clock, zone }: SearchDeps, db: ReadDb, { query, accounts }: PlanRequest): QueryPlan | undefined {
  return query && compileQuery(db, query, { accounts, now: clock.now(), zone });
}

type CorrectionRequest = { q: string; accounts: readonly Account[]; found: number };

/** A corrected spelling, if the query found almost nothing and the correction finds more. */
function correctionFor(deps: SearchDeps, db: ReadDb, { q, accounts, found }: CorrectionRequest) {
  if (found > maxTotalForCorrection) return null;
  const correction = correctQuery(db, q, labelNames(db, accounts));
  const plan = correction && planOf(deps, db, { query: parseQuery(correction.query), accounts });
  const total = plan ? countNewestHits(db, plan).threads : 0;
  return correction && total > found ? { ...correction, total } : null;
}

type FoundRequest = Parameters<typeof widePage>[2] & {
  close: Omit<Parameters<typeof fusedPage>[2], 'page'> | undefined;
};

/** A page of what was found by meaning, or of what the words find. */
function foundPage(
  db: ReadDb,
  q: string,
  { close, ...request }: FoundRequest,
): ReturnType<typeof widePage> & { fused: FusedPage | undefined } {
  const node = close && parseQuery(q, request);
  const plan = request.plan(node);
  if (!close || !plan) return { ...widePage(db, q, request), fused: undefined };
  const fused = fusedPage(db, plan, { ...close, page: request.page });
  return { node, plan, page: fused, fused, matching: { kind: 'exact', query: q, words: [] } };
}

function publicIds(db: ReadDb, ids: readonly number[]): string[] {
  return messagesByIds(db, ids).map(({ message_id }) => message_id);
}

function similarNote(reason: string): string {
  return `Similar messages can’t be found: ${reason}.`;
}

/** A misspelt word rarely matches more messages. */
const maxTotalForCorrection = 1;
/** About as many as the page shows. */
const maxOpenedWhileTyping = 12;

function isFirst({ cursor, offset }: InputOf<Find>): boolean {
  return cursor === undefined && offset === 0;
}

function labelNames(db: ReadDb, accounts: readonly Account[]): string[] {
  return labelsOf(db, accounts).map(({ name }) => name);
}

function dateSuggestionFor(q: string, now: Now): { words: string; query: string } | null {
  const found = possibleDate(q, now);
  return found ? { words: describeDay('date', found.day, now), query: found.query } : null;
}

/**
 * Resolves the label name in a query to the label's own name; with its account, where only one of several labels with the name
 * is meant.
 */
function labelNamer(db: ReadDb, accounts: readonly Account[]): (named: string) => string {
  const labels = createQueryLabels(db, accounts);
  return (named) => {
    const [first, ...others] = labels.matching({ kind: 'label', name: named });
    if (!first) return named;
    const isShared = others.length === 0 && labels.matching({ kind: 'label', name: first.name }).length > 1;
    const owner = isShared ? accounts.find(({ id }) => id === first.account) : undefined;
    return owner ? `${first.name} (${owner.name})` : first.name;
  };
}

/** Clients and the configuration have several names for each order; an unknown name means newest first. */
function sortNamed(name: string): Sort {
  if (name === 'oldest' || name === 'date_asc') return 'oldest';
  return name === 'relevant' || name === 'relevance' ? 'relevant' : 'newest';
}

const wireNames: Record<Sort, string> = { newest: 'recent', oldest: 'oldest', relevant: 'relevant' };

export function selectAccounts(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  if (account_id === undefined) return accounts;
  const found = accounts.filter((account) => account.account_id === account_id.toLowerCase());
  if (found.length > 0) return found;
  throw new Failure('missing', 'not_found', 'There is no such account here, or this caller may not see it.');
}
