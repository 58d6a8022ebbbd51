import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { contentFlags } from '../messages/content-flags.ts';
import { allKeys, conditionFor, rangeOf, type ConditionDeps, type KeyRange } from './conditions.ts';
import type { Filter } from './filters.ts';
import { sqlAnd, sqlNot, sqlOr } from './sql-conditions.ts';
import { createQueryLabels } from './query-labels.ts';
import { textMatch, rankingTexts } from './text-match.ts';
import { joined, type QueryNode } from './query-node.ts';

/** A query in the form the store runs: what every hit is held to. */
export type QueryPlan = {
  /** The account ids that may be looked at. */
  accounts: readonly number[];
  /** For FTS5's MATCH; undefined where no text is asked for that every hit must have. */
  match: string | undefined;
  /** For FTS5's MATCH where hits are ranked: any text a hit may owe its place to. */
  ranking: string | undefined;
  range: KeyRange;
  /** On the message `m`. */
  condition: Sql;
  /** Whether every message that has the text is a hit, whoever owns it and whatever else it is. */
  isTextAlone: boolean;
  /** A SELECT of a few hundred message ids every hit is among: then these are looked at, and not the index. */
  candidateIds: Sql | undefined;
};

type CompileDeps = { accounts: readonly Pick<Account, 'id'>[]; now: Date; zone: string | undefined };

/** How many messages a filter may have to be looked at one by one: beside a text to be looked up for each, or alone. */
const maxCandidates = { withText: 500, alone: 10_000 };

/** Decides how a query is run. Dates are those of the calendar in `zone` (an IANA name, or undefined for the machine's own) at `now`. */
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

/** The same query, of messages with attachments alone. */
export function withAttachments(plan: QueryPlan): QueryPlan {
  return { ...plan, condition: sqlAnd([plan.condition, sql`m.attachment_count > 0`]), isTextAlone: false };
}

/** All members that are text as one, which FTS5 answers at once, unless that is too deep for it. */
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
      throw new Error('a text always has a match');
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

/** Where in time the messages of a filter can lie, as far as that costs nothing to know. */
function sortKeysFor(db: ReadDb, filter: Filter, deps: ConditionDeps): KeyRange {
  if (isTimeFilter(filter)) return rangeOf(filter, deps);
  if (filter.kind !== 'label' && filter.kind !== 'inbox') return allKeys;
  const tops = deps.labels.matching(filter).map(({ id }) => newestPosition(db, id));
  return { ...allKeys, to: Math.max(allKeys.from, ...tops) };
}

/** A message never stands lower in a list than its sort key: a label of old mail need not be looked for in new mail. */
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
      // Alone, a walk in order finds them and has nothing to sort.
      const candidateIds = filter.isSet && usage === 'withText' ? indexedContentFlags[filter.bit] : undefined;
      return candidateIds && counted(candidateIds);
    }
    default:
      return undefined;
  }
}

/** Those that have an index of their own. */
const indexedContentFlags: Record<number, Sql> = {
  [contentFlags.ATTACHMENT]: sql`SELECT id FROM messages WHERE content_flags & 1`,
  [contentFlags.CALENDAR]: sql`SELECT id FROM messages WHERE content_flags & 2`,
};

function countUpTo(db: ReadDb, { text, values }: Sql, limit: number): number {
  const query = { text: `SELECT count(*) AS n FROM (${text} LIMIT ${limit})`, values };
  return db.get<{ n: number }>(query)?.n ?? 0;
}
