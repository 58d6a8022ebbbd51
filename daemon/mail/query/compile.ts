import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { traits } from '../traits.ts';
import { allKeys, conditionFor, rangeOf, type ConditionParts, type KeyRange } from './conditions.ts';
import type { Filter } from './filters.ts';
import { everyOf, notSo, someOf } from './fragments.ts';
import { labelBook } from './label-book.ts';
import { textMatch, wantedTexts } from './match.ts';
import { joined, type QueryNode } from './query-node.ts';

/** A query in the form the store runs: what every hit is held to. */
export type Plan = {
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
  among: Sql | undefined;
};

type CompileParts = { accounts: readonly Pick<Account, 'id'>[]; now: Date; zone: string | undefined };

/** How many messages a filter may have to be looked at one by one: beside a text to be looked up for each, or alone. */
const few = { withText: 500, alone: 10_000 };

/** Decides how a query is run. Dates are those of the calendar in `zone` (an IANA name, or undefined for the machine's own) at `now`. */
export function compileQuery(db: ReadDb, query: QueryNode, { accounts, now, zone }: CompileParts): Plan {
  const parts: ConditionParts = { labels: labelBook(db, accounts), now, zone };
  const members = textsTogether('all', query.kind === 'all' ? query.members : [query]);
  const text = members.find((member) => textMatch(member)?.isNegated === false);
  const match = text && textMatch(text)?.expression;
  const others = members.filter((member) => member !== text);
  const filters = others.flatMap((member) => (member.kind === 'filter' ? [member.filter] : []));
  return {
    accounts: accounts.map(({ id }) => id),
    match,
    ranking: others.flatMap(wantedTexts).length === 0 ? match : wantedTexts(query).join(' OR '),
    range: filters.map((filter) => keysFor(db, filter, parts)).reduce(overlap, allKeys),
    condition: everyOf(others.filter((member) => !isTime(member)).map((member) => conditionOf(member, parts))),
    isTextAlone: match !== undefined && others.length === 0 && accounts.length === countAccounts(db),
    among: smallest(db, filters, parts, match === undefined ? 'alone' : 'withText'),
  };
}

/** The same query, of messages with attachments alone. */
export function withAttachments(plan: Plan): Plan {
  return { ...plan, condition: everyOf([plan.condition, sql`m.attachment_count > 0`]), isTextAlone: false };
}

/** All members that are text as one, which FTS5 answers at once, unless that is too deep for it. */
function textsTogether(kind: 'all' | 'any', members: readonly QueryNode[]): readonly QueryNode[] {
  const together = joined(
    kind,
    members.filter((member) => textMatch(member)),
  );
  return together && textMatch(together) ? [together, ...members.filter((member) => !textMatch(member))] : members;
}

function conditionOf(node: QueryNode, parts: ConditionParts): Sql {
  const text = textMatch(node);
  if (text) return text.isNegated ? notSo(matching(text.expression)) : matching(text.expression);
  switch (node.kind) {
    case 'filter':
      return conditionFor(node.filter, parts);
    case 'not':
      return notSo(conditionOf(node.member, parts));
    case 'all':
      return everyOf(textsTogether('all', node.members).map((member) => conditionOf(member, parts)));
    case 'any':
      return someOf(textsTogether('any', node.members).map((member) => conditionOf(member, parts)));
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

function overlap(a: KeyRange, b: KeyRange): KeyRange {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

function countAccounts(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM accounts`)?.n ?? 0;
}

/** Where in time the messages of a filter can lie, as far as that costs nothing to know. */
function keysFor(db: ReadDb, filter: Filter, parts: ConditionParts): KeyRange {
  if (isTimeFilter(filter)) return rangeOf(filter, parts);
  if (filter.kind !== 'label' && filter.kind !== 'inbox') return allKeys;
  const tops = parts.labels.meant(filter).map(({ id }) => topOf(db, id));
  return { ...allKeys, to: Math.max(allKeys.from, ...tops) };
}

/** A message never stands lower in a list than its sort key: a label of old mail need not be looked for in new mail. */
function topOf(db: ReadDb, label: number): number {
  return (
    db.get<{ top: number | null }>(sql`SELECT max(position) AS top FROM label_messages WHERE label = ${label}`)?.top ??
    -Infinity
  );
}

type Candidate = { among: Sql; size: number };

/** The filter with the fewest messages, if they are few. */
function smallest(
  db: ReadDb,
  filters: readonly Filter[],
  parts: ConditionParts,
  company: keyof typeof few,
): Sql | undefined {
  const candidates = filters.flatMap((filter) => candidateFor(db, filter, parts, company) ?? []);
  const [best] = candidates.toSorted((a, b) => a.size - b.size);
  return best && best.size < few[company] ? best.among : undefined;
}

function candidateFor(
  db: ReadDb,
  filter: Filter,
  { labels }: ConditionParts,
  company: keyof typeof few,
): Candidate | undefined {
  const counted = (among: Sql): Candidate => ({ among, size: countUpTo(db, among, few[company]) });
  switch (filter.kind) {
    case 'inbox':
    case 'label': {
      const meant = labels.meant(filter);
      const ids = jsonList(meant.map(({ id }) => id));
      const size = meant.reduce((sum, { total_count }) => sum + total_count, 0);
      return {
        size,
        among: sql`SELECT message FROM label_messages WHERE label IN (SELECT value FROM json_each(${ids}))`,
      };
    }
    case 'snoozed':
      return counted(sql`SELECT message FROM snoozes`);
    case 'reply-later':
      return counted(sql`SELECT message FROM reply_later`);
    case 'message-id':
      return { size: 0, among: sql`SELECT id FROM messages WHERE header_id = ${filter.id} COLLATE NOCASE` };
    case 'trait': {
      // Alone, a walk in order finds them and has nothing to sort.
      const among = filter.isSet && company === 'withText' ? indexedTraits[filter.bit] : undefined;
      return among && counted(among);
    }
    default:
      return undefined;
  }
}

/** Those that have an index of their own. */
const indexedTraits: Record<number, Sql> = {
  [traits.ATTACHMENT]: sql`SELECT id FROM messages WHERE traits & 1`,
  [traits.CALENDAR]: sql`SELECT id FROM messages WHERE traits & 2`,
};

function countUpTo(db: ReadDb, { text, values }: Sql, most: number): number {
  const query = { text: `SELECT count(*) AS n FROM (${text} LIMIT ${most})`, values };
  return db.get<{ n: number }>(query)?.n ?? 0;
}
