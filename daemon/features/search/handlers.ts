import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, InputOf, Readers, ReplyOf } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { coverageOf } from '../../mail/index/coverage.ts';
import { compileQuery, withAttachments, type Plan } from '../../mail/query/compile.ts';
import { groupHits } from '../../mail/query/groups.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import { countMessages } from '../../mail/query/run.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import { startOf } from './cursor.ts';
import { explained, notesOn } from './explain.ts';
import { pageOf, type Page, type Sort } from './page.ts';
import { rowGroups } from './rows.ts';

export type SearchSettings = {
  default_mode: 'lexical' | 'hybrid' | 'semantic';
  default_sort: 'date_desc' | 'date_asc' | 'relevance';
  max_results: number;
};
type SearchParts = { clock: Clock; zone: string | undefined; settings: () => SearchSettings };

type Find = (typeof searchRequests)['find'];

export function searchReaders({ clock, zone, settings }: SearchParts): Readers<typeof searchRequests> {
  /** Undefined where nothing is asked for: an empty question has an empty answer. */
  function planFor(db: ReadDb, text: string, accounts: readonly Account[]): Plan | undefined {
    const query = parseQuery(text);
    return query && compileQuery(db, query, { accounts, now: clock.now(), zone });
  }

  return {
    find(input: InputOf<Find>, { db, accounts }: Call<Find>): ReplyOf<Find> {
      const { default_mode, default_sort, max_results } = settings();
      const { scope, q } = input;
      const sort = sortNamed(input.sort ?? default_sort);
      const requested = input.mode ?? default_mode;
      const limit = input.limit ?? max_results;
      const visible = chosen(accounts, input.account_id);
      const asked = planFor(db, q, visible);
      const plan = asked && scope === 'attachments' ? withAttachments(asked) : asked;
      const page = plan ? pageOf(db, plan, { ...input, sort, limit }) : emptyPage(input, sort);
      const notes = notesOn(page, { requested, sort, plan });
      return {
        scope,
        sort: input.sort ?? wireNames[sort],
        mode: 'lexical',
        total: page.total,
        total_is_exact: page.totalIsExact,
        has_more: page.next !== null,
        next_offset: page.next === null || input.cursor !== undefined ? null : page.passed + page.shown.length,
        next_cursor: page.next,
        groups: rowGroups(db, page.shown, scope, { now: clock.now(), zone }),
        explain:
          input.explain || notes.length > 0 ? explained(db, { page, plan, sort, requested, notes }, limit) : null,
        coverage: coverageOf(db, visible),
      };
    },
    groups({ q, account_id, group_by, limit }, { db, accounts }) {
      const plan = planFor(db, q, chosen(accounts, account_id));
      return {
        query: q,
        group_by,
        total: plan ? countMessages(db, plan) : 0,
        groups: plan ? groupHits(db, plan, group_by, limit) : [],
      };
    },
    count({ q, query, account_id }, { db, accounts }) {
      const plan = planFor(db, q ?? query ?? '', chosen(accounts, account_id));
      return { kind: 'Count', count: plan ? countMessages(db, plan) : 0 };
    },
  };
}

/** Clients and the configuration name the orders in several ways; any other word means the newest first. */
function sortNamed(name: string): Sort {
  if (name === 'oldest' || name === 'date_asc') return 'oldest';
  return name === 'relevant' || name === 'relevance' ? 'relevant' : 'newest';
}

const wireNames: Record<Sort, string> = { newest: 'recent', oldest: 'oldest', relevant: 'relevant' };

function chosen(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  if (account_id === undefined) return accounts;
  const found = accounts.filter((account) => account.account_id === account_id.toLowerCase());
  if (found.length > 0) return found;
  throw new Failure('missing', 'not_found', 'There is no such account here, or this caller may not see it.');
}

function emptyPage(input: InputOf<Find>, sort: Sort): Page {
  startOf(input, sort);
  return { shown: [], next: null, total: 0, totalIsExact: true, passed: 0, looked: 0 };
}
