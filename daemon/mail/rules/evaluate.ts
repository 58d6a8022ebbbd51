import type { Condition, FieldCondition, Match } from '../../contract/rule.ts';
import type { ReadDb } from '../../store/db.ts';
import { contentFlags } from '../messages/content-flags.ts';
import { flagBits } from '../messages/flags.ts';
import { createQueryLabels, type QueryLabels } from '../query/query-labels.ts';
import { compileMatch } from './match-text.ts';
import type { MessageFacts } from './message-facts.ts';

/** Whether a message matches. Throws Failure `source_damaged` where a body that decides cannot be read. */
export type MessageTest = (facts: MessageFacts) => boolean;

/**
 * Compiles a condition. Labels are those of `accounts`. Flags, labels, places, dates, sizes and links are tested exactly as
 * the filters of search are (mail/query/conditions.ts), but on the message alone, so that mail need not be indexed.
 */
export function compileCondition(db: ReadDb, accounts: readonly { id: number }[], condition: Condition): MessageTest {
  return compile(condition, createQueryLabels(db, accounts));
}

function compile(condition: Condition, labels: QueryLabels): MessageTest {
  switch (condition.type) {
    case 'not': {
      const test = compile(condition.condition, labels);
      return (facts) => !test(facts);
    }
    case 'and': {
      const tests = cheapestFirst(condition.conditions).map((each) => compile(each, labels));
      return (facts) => tests.every((test) => test(facts));
    }
    case 'or': {
      const tests = cheapestFirst(condition.conditions).map((each) => compile(each, labels));
      return (facts) => tests.some((test) => test(facts));
    }
    case 'field':
      return compileField(condition, labels);
  }
}

/** Bodies are read last, because they are often not needed then. */
function cheapestFirst(conditions: readonly Condition[]): Condition[] {
  return conditions.toSorted((one, other) => Number(readsBody(one)) - Number(readsBody(other)));
}

function readsBody(condition: Condition): boolean {
  if (condition.type === 'field') return condition.field === 'body_contains';
  return condition.type === 'not' ? readsBody(condition.condition) : condition.conditions.some(readsBody);
}

function compileField(condition: FieldCondition, labels: QueryLabels): MessageTest {
  switch (condition.field) {
    case 'from':
    case 'to':
    case 'cc':
    case 'list_id':
      return anyText(condition.field, condition.pattern);
    case 'subject': {
      const test = compileMatch(condition.pattern);
      return ({ subject }) => test(subject);
    }
    case 'body_contains': {
      const test = compileMatch(condition.pattern);
      return ({ body }) => test(body());
    }
    case 'has_label':
      return hasLabel(labels, { kind: 'label', name: condition.label });
    case 'has_attachment':
      return hasContent(contentFlags.ATTACHMENT);
    case 'is_unread':
      return ({ flags }) => (flags & flagBits.READ) === 0;
    case 'is_starred':
      return hasFlag(flagBits.STARRED);
    case 'has_unsubscribe':
      return ({ canUnsubscribe }) => canUnsubscribe;
    case 'size_greater_than':
      return ({ size }) => size > condition.bytes;
    case 'size_less_than':
      return ({ size }) => size < condition.bytes;
    case 'date_after':
    case 'date_before':
      return compileDate(condition);
    case 'link_density':
      return linkTests[condition.match_kind];
    case 'is_in':
      return compilePlace(condition.place, labels);
  }
}

function anyText(field: 'from' | 'to' | 'cc' | 'list_id', pattern: Match): MessageTest {
  const test = compileMatch(pattern);
  return (facts) => facts[field].some(test);
}

function hasFlag(bit: number): MessageTest {
  return ({ flags }) => (flags & bit) !== 0;
}

function hasContent(bit: number): MessageTest {
  return (facts) => (facts.contentFlags & bit) !== 0;
}

const linkTests: Record<'any' | 'heavy' | 'none', MessageTest> = {
  any: hasContent(contentFlags.LINK),
  heavy: hasContent(contentFlags.LINK_HEAVY),
  none: (facts) => (facts.contentFlags & contentFlags.LINK) === 0,
};

function hasLabel(labels: QueryLabels, filter: Parameters<QueryLabels['matching']>[0]): MessageTest {
  const ids = labels.matching(filter).map(({ id }) => id);
  return (facts) => ids.some((id) => facts.labels.has(id));
}

function compileDate({ field, date }: FieldCondition & { field: 'date_after' | 'date_before' }): MessageTest {
  const limit = Date.parse(date) / 1000;
  return field === 'date_after' ? ({ sort_key }) => sort_key >= limit : ({ sort_key }) => sort_key < limit;
}

const { ARCHIVED, DRAFT, SENT, TRASH, SPAM } = flagBits;

function compilePlace(place: (FieldCondition & { field: 'is_in' })['place'], labels: QueryLabels): MessageTest {
  switch (place) {
    case 'inbox':
      return hasLabel(labels, { kind: 'inbox' });
    case 'archived': {
      const isInInbox = hasLabel(labels, { kind: 'inbox' });
      return (facts) =>
        (facts.flags & ARCHIVED) !== 0 || ((facts.flags & (DRAFT | SENT | TRASH | SPAM)) === 0 && !isInInbox(facts));
    }
    case 'sent':
      return hasFlag(SENT);
    case 'draft':
      return hasFlag(DRAFT);
    case 'trash':
      return hasFlag(TRASH);
    case 'spam':
      return hasFlag(SPAM);
  }
}
