import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, InputOf, Readers, ReplyOf } from '../../handling.ts';
import { coverageOf } from '../../mail/index/write.ts';
import { labelsOfMessages } from '../../mail/labels.ts';
import { aggregatesOf } from '../../mail/lists.ts';
import { messagesByIds } from '../../mail/messages.ts';
import { compileQuery, type CompiledQuery } from '../../mail/query/compile.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import { countHits, hits } from '../../mail/query/run.ts';
import { rowWriter, type ListEntry } from '../../mail/rows.ts';
import type { searchRequests } from './contract.ts';
import { collectPage, type HitPage } from './page.ts';

export type SearchSettings = { default_mode: 'lexical' | 'hybrid' | 'semantic'; max_results: number };
export type SearchParts = { clock: Clock; zone: string; settings: () => SearchSettings };

type Find = (typeof searchRequests)['find'];
type Mode = SearchSettings['default_mode'];

const lexicalOnly = 'Ranked by words alone: no model for searching by meaning is set up.';

export function searchReaders({ clock, zone, settings }: SearchParts): Readers<typeof searchRequests> {
  return {
    find(input: InputOf<Find>, { db, accounts }: Call<Find>): ReplyOf<Find> {
      const { default_mode, max_results } = settings();
      const requested = input.mode ?? default_mode;
      const order = input.sort === 'oldest' ? 'oldest' : 'recent';
      const query = queryFrom(input.q);
      const found = query ? hits(db, accounts, query, order) : new Array<never>().values();
      const page = collectPage(found, {
        ...startOf(input),
        scope: input.scope,
        limit: input.limit ?? max_results,
        order,
      });
      const rows = rowWriter({ now: clock.now(), zone });
      return {
        scope: input.scope,
        sort: input.sort,
        mode: 'lexical',
        ...pageFields(page, input),
        groups: rows.groups(entriesOf(db, page, input.scope, rows)),
        explain: input.explain || requested !== 'lexical' ? explain(requested) : null,
        coverage: coverageOf(db),
      };
    },
    count({ q, query }, { db, accounts }) {
      const compiled = queryFrom(q ?? query ?? '');
      return { kind: 'Count', count: compiled ? countHits(db, accounts, compiled) : 0 };
    },
  };
}

/** Undefined where nothing is asked for: an empty question has an empty answer. */
function queryFrom(text: string): CompiledQuery | undefined {
  const terms = parseQuery(text);
  return terms.length === 0 ? undefined : compileQuery(terms);
}

function startOf({ cursor, offset }: InputOf<Find>): { after: number | null; offset: number } {
  if (cursor === undefined) return { after: null, offset };
  if (!/^\d{1,15}$/.test(cursor)) {
    throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer.');
  }
  return { after: Number(cursor), offset: 0 };
}

function pageFields(page: HitPage, { limit, offset, cursor }: InputOf<Find>) {
  return {
    total: page.total,
    total_is_exact: page.totalIsExact,
    has_more: page.next !== null,
    next_offset: page.next === null || cursor !== undefined ? null : offset + (limit ?? page.hits.length),
    next_cursor: page.next === null ? null : String(page.next),
  };
}

/** In scope `threads` a row shows the first message that matches, with the counts and people of its conversation. */
function entriesOf(
  db: Call<Find>['db'],
  { hits: shown }: HitPage,
  scope: InputOf<Find>['scope'],
  rows: ReturnType<typeof rowWriter>,
): ListEntry[] {
  const ids = shown.map(({ id }) => id);
  const chips = labelsOfMessages(db, ids);
  const threads = aggregatesOf(db, scope === 'threads' ? shown.map(({ thread }) => thread) : []);
  return messagesByIds(db, ids).map((message) => {
    const own = chips.get(message.id);
    const whole = threads.get(message.thread);
    const row = whole
      ? { ...rows.threadRow(message, whole, own), kind: 'message' as const }
      : rows.messageRow(message, own);
    return { message, row };
  });
}

function explain(requested: Mode): ReplyOf<Find>['explain'] {
  return { requested_mode: requested, executed_mode: 'lexical', notes: requested === 'lexical' ? [] : [lexicalOnly] };
}
