import { sql, type Sql } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import { instantsOf, type Now } from './days.ts';
import type { Filter } from './filters.ts';
import { joinSql, sqlNot } from './sql-conditions.ts';
import type { QueryLabels } from './query-labels.ts';

/** A range of sort keys, in unix seconds, both ends included. */
export type KeyRange = { from: number; to: number };

export const allKeys: KeyRange = { from: -1e14, to: 1e14 };

export type ConditionDeps = Now & { labels: QueryLabels };

/** Whether the message `m` matches a filter: an expression that is never NULL, so that NOT inverts it. */
export function conditionFor(filter: Filter, deps: ConditionDeps): Sql {
  switch (filter.kind) {
    case 'everything':
      return sql`1`;
    case 'flag':
    case 'trait':
      return bitCondition(filter);
    case 'inbox':
    case 'label':
      return hasLabelCondition(deps.labels.matching(filter).map(({ id }) => id));
    case 'own-label':
      return filter.has ? hasOwnLabelCondition : sqlNot(hasOwnLabelCondition);
    case 'archived':
      return archivedCondition(deps.labels);
    case 'owed-reply':
      return owedReplyCondition;
    case 'snoozed':
      return sql`m.id IN (SELECT message FROM snoozes)`;
    case 'reply-later':
      return sql`m.id IN (SELECT message FROM reply_later)`;
    case 'keyword':
      return keywordCondition(filter.name);
    case 'message-id':
      return sql`m.id IN (SELECT id FROM messages WHERE header_id = ${filter.id} COLLATE NOCASE)`;
    case 'delivered-to':
      return deliveredToCondition(filter.address);
    case 'size':
      return { text: `m.size ${filter.comparison} ?`, values: [BigInt(filter.bytes)] };
    case 'day':
    case 'age': {
      const { from, to } = rangeOf(filter, deps);
      return sql`m.sort_key BETWEEN ${from} AND ${to}`;
    }
  }
}

/** The time range of a filter. The instant that orders a message counts. */
export function rangeOf(
  filter: Filter & { kind: 'day' | 'age' },
  { now, zone }: Omit<ConditionDeps, 'labels'>,
): KeyRange {
  if (filter.kind === 'age') {
    const limit = Math.floor(now.getTime() / 1000) - filter.seconds;
    return filter.relation === 'older' ? { ...allKeys, to: limit - 1 } : { ...allKeys, from: limit };
  }
  const { from, until } = instantsOf(filter.day, { now, zone });
  if (filter.relation === 'after') return { ...allKeys, from };
  return filter.relation === 'before' ? { ...allKeys, to: from - 1 } : { from, to: until - 1 };
}

/** The bit is a literal, because a partial index is only used if its own condition is part of the statement. */
function bitCondition({ kind, bit, isSet }: Filter & { kind: 'flag' | 'trait' }): Sql {
  return { text: `m.${kind === 'flag' ? 'flags' : 'content_flags'} & ${bit}${isSet ? '' : ' = 0'}`, values: [] };
}

function hasLabelCondition(labels: readonly number[]): Sql {
  const placeholders = labels.map(() => '?').join(', ');
  const text = `EXISTS (SELECT 1 FROM label_messages lm WHERE lm.message = m.id AND lm.label IN (${placeholders}))`;
  return { text, values: labels.map(BigInt) };
}

const hasOwnLabelCondition = sql`EXISTS (SELECT 1 FROM label_messages lm JOIN labels ON labels.id = lm.label
  WHERE lm.message = m.id AND labels.kind <> 'system')`;

const { ARCHIVED, DRAFT, SENT, TRASH, SPAM } = flagBits;

function archivedCondition(labels: QueryLabels): Sql {
  const { text, values } = hasLabelCondition(labels.matching({ kind: 'inbox' }).map(({ id }) => id));
  return { text: `m.flags & ${ARCHIVED} OR (m.flags & ${DRAFT | SENT | TRASH | SPAM} = 0 AND NOT ${text})`, values };
}

/** The screener's decision about the sender, or else that about the nearest domain, as in `screener/decision.ts`. */
const isDenied = sql`coalesce(
  (SELECT d.disposition FROM screener_decisions d
    WHERE d.account = m.account AND d.scope = 'sender' AND d.value = lower(m.from_email)),
  (SELECT disposition FROM (SELECT d.disposition, max(length(d.value)) FROM screener_decisions d
    WHERE d.account = m.account AND d.scope = 'domain'
      AND substr(lower(m.from_email), -length(d.value) - 1) IN ('@' || d.value, '.' || d.value))),
  '') = 'deny'`;

const owedReplyCondition = joinSql(
  [
    sql`m.direction = 'inbound' AND m.list_id IS NULL AND m.flags & ${DRAFT | TRASH | SPAM} = 0
      AND NOT EXISTS (SELECT 1 FROM messages later
        WHERE later.thread = m.thread AND later.sort_key > m.sort_key AND later.flags & ${DRAFT} = 0)`,
    sqlNot(isDenied),
  ],
  ' AND ',
);

/** `$name` matches the keyword `$name` and, for servers that do not allow the dollar, `name`. */
function keywordCondition(name: string): Sql {
  return sql`instr(' ' || replace(lower(m.keywords), '_', '-') || ' ', ${` ${name} `})
    + instr(' ' || replace(lower(m.keywords), '_', '-') || ' ', ${` ${name.replace('$', '')} `}) > 0`;
}

/** A complete address, its local part, or its domain, of which leading labels may be omitted. */
function deliveredToCondition(address: string): Sql {
  return sql`instr(' ' || m.delivered_to, ${` ${address} `}) + instr(' ' || m.delivered_to, ${` ${address}@`})
    + instr(m.delivered_to, ${`@${address} `}) + instr(m.delivered_to, ${`.${address} `}) > 0`;
}
