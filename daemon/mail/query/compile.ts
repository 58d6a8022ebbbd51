import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { contentFlags } from '../messages/content-flags.ts';
import { allKeys, conditionFor, rangeOf, type ConditionDeps, type KeyRange } from './conditions.ts';
import type { Filter } from './filters.ts';
import { sqlAnd, sqlNot, sqlOr } from './sql-conditions.ts';
import { createQueryLabels } from './query-labels.ts';
import { textMatch, rankingTexts } from './text-match.ts';
import { joined, type QueryNode } from './query-node.ts';

/** A query in the form that the store runs: the conditions for every hit. */
export type QueryPlan = {
  /** Ids of the accounts to search. */
  accounts: readonly number[];
  /** For FTS5's MATCH; undefined if there is no text that every hit must contain. */
  match: string | undefined;
  /** For FTS5's MATCH if hits are ranked: all texts that can contribute to the rank. */
  ranking: string | undefined;
  range: KeyRange;
  /** A condition on the message `m`. */
  condition: Sql;
  /** Whether every message that contains the text is a hit, in any account and without further conditions. */
  isTextAlone: boolean;
  /** A SELECT of at most a few hundred message ids that include every hit: these are checked instead of the index. */
  candidateIds: Sql | undefined;
};

type CompileDeps = { accounts: readonly Pick<Account, 'id'>[]; now: Date; zone: string | undefined };

/** The maximum number of messages of a filter that are checked one by one: with a text lookup for each, or without. */
const maxCandidates = { withText: 500, alone: 10_000 };

/**
 * Plans the execution of a query. Dates are those of the calendar in `zone` (an IANA name, or undefined for the time
 * zone of the machine) at `now`.
 */
export function compileQuery(db: ReadDb, query: QueryNode, { accounts, now, zone }: CompileDeps): QueryPlan {
  const conditionDeps: ConditionDeps = { labels: createQueryLabels(db, accounts), now, zone };
  const members = mergeTexts('all', query.kind === 'all' ? query.members : [query]);
  const text = members.find((member) => textMatch(member)?.isNegated === false);
  const match = text && textMatch(text)?.expression;
  const others = members.filter((member) => member !== text);
  const filters = others.flatMap((member) => (member.kind === 'filter' ? [member.filter] : []));
  return {
    accounts: accounts.map(({ id }) => id),
    match,
    ranking: others.flatMap(rankingTexts).length === 0 ? match : rankingTexts(query).join(' OR '),
    range: filters.map((filter) => sortKeysFor(db, filter, conditionDeps)).reduce(intersectRanges, allKeys),
    condition: sqlAnd(others.filter((member) => !isTime(member)).map((member) => conditionOf(member, conditionDeps))),
    isTextAlone: match !== undefined && others.length === 0 && accounts.length === countAccounts(db),
    candidateIds: smallestCandidateQuery(db, filters, conditionDeps, match === undefined ? 'alone' : 'withText'),
  };
}

/** The same query, restricted to messages with attachments. */
export function withAttachments(plan: QueryPlan): QueryPlan {
  return { ...plan, condition: sqlAnd([plan.condition, sql`m.attachment_count > 0`]), isTextAlone: false };
}

/** Merges all text members into one, which FTS5 answers at once, unless it is too deep for FTS5. */
function mergeTexts(kind: 'all' | 'any', members: readonly QueryNode[]): readonly QueryNode[] {
  const merged = joined(
    kind,
    members.filter((member) => textMatch(member)),
  );
  return merged && textMatch(merged) ? [merged, ...members.filter((member) => !textMatch(member))] : members;
}

function conditionOf(node: QueryNode, deps: ConditionDeps): Sql {
  const text = textMatch(node);
  if (text) return text.isNegated ? sqlNot(matching(text.expression)) : matching(text.expression);
  switch (node.kind) {
    case 'filter':
      return conditionFor(node.filter, deps);
    case 'not':
      return sqlNot(conditionOf(node.member, deps));
    case 'all':
      return sqlAnd(mergeTexts('all', node.members).map((member) => conditionOf(member, deps)));
    case 'any':
      return sqlOr(mergeTexts('any', node.members).map((member) => conditionOf(member, deps)));
    default:
      throw new Error('a text node has no match expression');
  }
}

function matching(expression: string): Sql {
  return sql`m.sort_key IN (SELECT rowid FROM idx.fts WHERE fts MATCH ${expression})`;
}

type TimeFilter = Filter & { kind: 'day' | 'age' };

function isTime(node: QueryNode): boolean {
  return node.kind === 'filter' && isTimeFilter(node.filter);
}

function isTimeFilter(filter: Filter): filter is TimeFilter {
  return filter.kind === 'day' || filter.kind === 'age';
}

function intersectRanges(a: KeyRange, b: KeyRange): KeyRange {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

function countAccounts(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM accounts`)?.n ?? 0;
}

/** The time range of the messages of a filter, as far as it can be determined cheaply. */
function sortKeysFor(db: ReadDb, filter: Filter, deps: ConditionDeps): KeyRange {
  if (isTimeFilter(filter)) return rangeOf(filter, deps);
  if (filter.kind !== 'label' && filter.kind !== 'inbox') return allKeys;
  const tops = deps.labels.matching(filter).map(({ id }) => newestPosition(db, id));
  return { ...allKeys, to: Math.max(allKeys.from, ...tops) };
}

/** A list position is never below the sort key: a label that only holds old mail need not be searched for new mail. */
function newestPosition(db: ReadDb, label: number): number {
  return (
    db.get<{ top: number | null }>(sql`SELECT max(position) AS top FROM label_messages WHERE label = ${label}`)?.top ??
    -Infinity
  );
}

type CandidateQuery = { candidateIds: Sql; size: number };

/** The filter with the fewest messages, if they are few. */
function smallestCandidateQuery(
  db: ReadDb,
  filters: readonly Filter[],
  deps: ConditionDeps,
  usage: keyof typeof maxCandidates,
): Sql | undefined {
  const candidates = filters.flatMap((filter) => candidateQueryFor(db, filter, deps, usage) ?? []);
  const [best] = candidates.toSorted((a, b) => a.size - b.size);
  return best && best.size < maxCandidates[usage] ? best.candidateIds : undefined;
}

function candidateQueryFor(
  db: ReadDb,
  filter: Filter,
  { labels }: ConditionDeps,
  usage: keyof typeof maxCandidates,
): CandidateQuery | undefined {
  const counted = (candidateIds: Sql): CandidateQuery => ({
    candidateIds,
    size: countUpTo(db, candidateIds, maxCandidates[usage]),
  });
  switch (filter.kind) {
    case 'inbox':
    case 'label': {
      const meant = labels.matching(filter);
      const ids = jsonList(meant.map(({ id }) => id));
      const size = meant.reduce((sum, { total_count }) => sum + total_count, 0);
      return {
        size,
        candidateIds: sql`SELECT message FROM label_messages WHERE label IN (SELECT value FROM json_each(${ids}))`,
      };
    }
    case 'snoozed':
      return counted(sql`SELECT message FROM snoozes`);
    case 'reply-later':
      return counted(sql`SELECT message FROM reply_later`);
    case 'message-id':
      return { size: 0, candidateIds: sql`SELECT id FROM messages WHERE header_id = ${filter.id} COLLATE NOCASE` };
    case 'trait': {
      // Without a text, a scan in date order finds them and needs no sorting.
      const candidateIds = filter.isSet && usage === 'withText' ? indexedContentFlags[filter.bit] : undefined;
      return candidateIds && counted(candidateIds);
    }
    default:
      return undefined;
  }
}

/** The flags that have their own index. */
const indexedContentFlags: Record<number, Sql> = {
  [contentFlags.ATTACHMENT]: sql`SELECT id FROM messages WHERE content_flags & 1`,
  [contentFlags.CALENDAR]: sql`SELECT id FROM messages WHERE content_flags & 2`,
};

function countUpTo(db: ReadDb, { text, values }: Sql, limit: number): number {
  const query = { text: `SELECT count(*) AS n FROM (${text} LIMIT ${limit})`, values };
  return db.get<{ n: number }>(query)?.n ?? 0;
}
