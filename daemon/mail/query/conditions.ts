import { sql, type Sql } from '../../store/db.ts';
import { flagBits } from '../flags.ts';
import { instantsOf } from './days.ts';
import type { Filter } from './filters.ts';
import { notSo } from './fragments.ts';
import type { LabelBook } from './label-book.ts';

/** Sort keys, in unix seconds, both ends included. */
export type KeyRange = { from: number; to: number };

export const allKeys: KeyRange = { from: -1e14, to: 1e14 };

export type ConditionParts = { labels: LabelBook; now: Date; zone: string | undefined };

/** Whether the message `m` is what a filter asks for: an expression that is never NULL, so that NOT turns it round. */
export function conditionFor(filter: Filter, parts: ConditionParts): Sql {
  switch (filter.kind) {
    case 'everything':
      return sql`1`;
    case 'flag':
    case 'trait':
      return bits(filter);
    case 'inbox':
    case 'label':
      return hasLabel(parts.labels.meant(filter).map(({ id }) => id));
    case 'own-label':
      return filter.has ? hasOwnLabel : notSo(hasOwnLabel);
    case 'archived':
      return archived(parts.labels);
    case 'owed-reply':
      return owedReply;
    case 'snoozed':
      return sql`m.id IN (SELECT message FROM snoozes)`;
    case 'reply-later':
      return sql`m.id IN (SELECT message FROM reply_later)`;
    case 'keyword':
      return keyword(filter.name);
    case 'message-id':
      return sql`m.id IN (SELECT id FROM messages WHERE header_id = ${filter.id} COLLATE NOCASE)`;
    case 'delivered-to':
      return deliveredTo(filter.address);
    case 'size':
      return { text: `m.size ${filter.comparison} ?`, values: [BigInt(filter.bytes)] };
    case 'day':
    case 'age': {
      const { from, to } = rangeOf(filter, parts);
      return sql`m.sort_key BETWEEN ${from} AND ${to}`;
    }
  }
}

/** The stretch of time a filter asks for. It is the instant that orders a message that counts. */
export function rangeOf(
  filter: Filter & { kind: 'day' | 'age' },
  { now, zone }: Omit<ConditionParts, 'labels'>,
): KeyRange {
  if (filter.kind === 'age') {
    const limit = Math.floor(now.getTime() / 1000) - filter.seconds;
    return filter.relation === 'older' ? { ...allKeys, to: limit - 1 } : { ...allKeys, from: limit };
  }
  const { from, until } = instantsOf(filter.day, { now, zone });
  if (filter.relation === 'after') return { ...allKeys, from };
  return filter.relation === 'before' ? { ...allKeys, to: from - 1 } : { from, to: until - 1 };
}

/** The bit is written out, for a partial index is used only where its own condition stands in the statement. */
function bits({ kind, bit, isSet }: Filter & { kind: 'flag' | 'trait' }): Sql {
  return { text: `m.${kind === 'flag' ? 'flags' : 'traits'} & ${bit}${isSet ? '' : ' = 0'}`, values: [] };
}

function hasLabel(labels: readonly number[]): Sql {
  const marks = labels.map(() => '?').join(', ');
  const text = `EXISTS (SELECT 1 FROM label_messages lm WHERE lm.message = m.id AND lm.label IN (${marks}))`;
  return { text, values: labels.map(BigInt) };
}

const hasOwnLabel = sql`EXISTS (SELECT 1 FROM label_messages lm JOIN labels ON labels.id = lm.label
  WHERE lm.message = m.id AND labels.kind <> 'system')`;

const { ARCHIVED, DRAFT, SENT, TRASH, SPAM } = flagBits;

function archived(labels: LabelBook): Sql {
  const { text, values } = hasLabel(labels.meant({ kind: 'inbox' }).map(({ id }) => id));
  return { text: `m.flags & ${ARCHIVED} OR (m.flags & ${DRAFT | SENT | TRASH | SPAM} = 0 AND NOT ${text})`, values };
}

const owedReply = sql`m.direction = 'inbound' AND m.list_id IS NULL AND m.flags & ${DRAFT | TRASH | SPAM} = 0
  AND NOT EXISTS (SELECT 1 FROM messages later
    WHERE later.thread = m.thread AND later.sort_key > m.sort_key AND later.flags & ${DRAFT} = 0)`;

/** `$name` stands for the keyword `$name` and, where a server has no dollar in it, for `name`. */
function keyword(name: string): Sql {
  return sql`instr(' ' || replace(lower(m.keywords), '_', '-') || ' ', ${` ${name} `})
    + instr(' ' || replace(lower(m.keywords), '_', '-') || ' ', ${` ${name.replace('$', '')} `}) > 0`;
}

/** A whole address, what stands before its @, or the domain behind it, of which the first parts may be missing. */
function deliveredTo(address: string): Sql {
  return sql`instr(' ' || m.delivered_to, ${` ${address} `}) + instr(' ' || m.delivered_to, ${` ${address}@`})
    + instr(m.delivered_to, ${`@${address} `}) + instr(m.delivered_to, ${`.${address} `}) > 0`;
}
