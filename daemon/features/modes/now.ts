import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import type { Conversation } from '../../mail/modes/conversations.ts';
import { counterpartOf, membershipsOf } from '../../mail/modes/membership.ts';
import type { Mode } from '../../mail/modes/modes.ts';
import { todoRecord, whyOf as whyTodo } from '../../mail/todos/record.ts';
import type { Todo } from '../../mail/todos/todo.ts';
import type { ReadDb } from '../../store/db.ts';
import { withoutPeople } from './due-todos.ts';
import { nextReadingTime, updatesSince } from './day-times.ts';
import { firstSyncOf } from './store.ts';
import * as texts from './texts.ts';

const maxPeople = 3;
const maxTodos = 3;
const overloadCount = 5;
const maxSources = 3;

type NowInput = {
  accounts: readonly Account[];
  /** Those in the inbox, the newest first. */
  conversations: readonly Conversation[];
  /** Those in which someone waits for the user, the one that waits longest first. */
  waiting: readonly Conversation[];
  /** Those that are due soon, what is due first. */
  due: readonly Todo[];
  /** When a to-do comes back, is due soon or is over next. */
  nextTodoAt: Date | undefined;
  now: Date;
  zone: string | undefined;
};

/**
 * What needs the user now: at most three people and three to-dos, each person once, one card of updates, and in the evening something
 * to read.
 */
export function nowOf(db: ReadDb, { accounts, conversations, waiting, due, nextTodoAt, now, zone }: NowInput) {
  const people = waiting.slice(0, maxPeople);
  const more = waiting.length - people.length;
  const updates = updatesCard(conversations, updatesSince(now, zone));
  const picks = inMode(conversations, 'reading').filter(({ newest }) => (newest.flags & flagBits.READ) === 0);
  const readingAt = nextReadingTime(now, zone);
  const pick = readingAt ? undefined : picks[0];
  const isHidden = readingAt !== undefined && picks.length > 0;
  const nextAt = earliest(nextTodoAt, isHidden ? readingAt : undefined);
  const dueSoon = withoutPeople(due, people);
  const todos = dueSoon.slice(0, maxTodos);
  const moreTodos = dueSoon.length - todos.length;
  const item_count = people.length + todos.length + (updates ? 1 : 0) + (pick ? 1 : 0);
  return {
    generated_at: instantOf(now),
    header: texts.nowHeader,
    headline: texts.headline(waiting.length, dueSoon.length),
    people: {
      rows: people.map((conversation) => ({ row: deskRow(conversation, now), why: whyOf(conversation, 'messages') })),
      total: waiting.length,
      ...(more > 0 && { more_line: texts.morePeople(more) }),
      ...(waiting.length > overloadCount && { overload_line: texts.overload(waiting.length) }),
    },
    due_soon: {
      todos: todos.map((todo) => ({ todo: todoRecord(todo, { now, zone }), why: whyTodo(todo) })),
      total: dueSoon.length,
      ...(moreTodos > 0 && { more_line: texts.moreTodos(moreTodos) }),
    },
    ...(updates && { updates }),
    ...(pick && { reading: readingPick(pick) }),
    ...(isHidden && { not_now: texts.readingLater }),
    ...(nextAt && { next_at: instantOf(nextAt) }),
    item_count,
    ...(item_count === 0 && { empty_state: texts.nothingNow }),
    first_run: firstSyncOf(db, accounts),
  };
}

/** Mail that was here before the first complete sync is in no queue. */
function inMode(conversations: readonly Conversation[], mode: Mode): Conversation[] {
  return conversations.filter(
    (conversation) => conversation.kind?.isNew && membershipsOf(conversation).some((each) => each.mode === mode),
  );
}

function whyOf(conversation: Conversation, mode: Mode): string {
  return membershipsOf(conversation).find((each) => each.mode === mode)?.reason ?? '';
}

function deskRow(conversation: Conversation, now: Date) {
  const { account_id, thread_id, messages, newest, subject } = conversation;
  const { email, name } = counterpartOf(conversation);
  return {
    lane: 'owed' as const,
    account_id,
    thread_id,
    message_id: newest.message_id,
    message_ids: messages.map(({ message_id }) => message_id),
    counterparty_email: email,
    ...(name !== null && { counterparty_name: name }),
    subject,
    reason: whyOf(conversation, 'messages'),
    since: newest.received_at,
    age_seconds: Math.max(0, Math.floor((now.getTime() - Date.parse(newest.received_at)) / 1000)),
    usual_samples: 0,
    overdue: false,
    unread: (newest.flags & flagBits.READ) === 0,
    starred: messages.some(({ flags }) => (flags & flagBits.STARRED) !== 0),
  };
}

function updatesCard(conversations: readonly Conversation[], since: Date) {
  const at = instantOf(since);
  const recent = inMode(conversations, 'updates').filter(({ newest }) => newest.received_at >= at);
  if (recent.length === 0) return undefined;
  const messages = recent.flatMap((conversation) =>
    conversation.messages.filter(({ direction, received_at }) => direction === 'inbound' && received_at >= at),
  );
  const sources = [...Map.groupBy(messages, ({ from_email }) => from_email.toLowerCase())]
    .map(([sender_email, own]) => {
      const sender_name = own.at(-1)?.from_name;
      return { sender_email, ...(sender_name && { sender_name }), count: own.length };
    })
    .toSorted((one, other) => other.count - one.count);
  return {
    message_count: messages.length,
    source_count: sources.length,
    top_sources: sources.slice(0, maxSources),
    line: texts.updates(messages.length, sources.length),
    since: at,
    thread_ids: recent.map(({ thread_id }) => thread_id),
    early: false,
  };
}

function readingPick(conversation: Conversation) {
  const { account_id, thread_id, newest, subject } = conversation;
  return {
    account_id,
    message_id: newest.message_id,
    thread_id,
    sender_email: newest.from_email,
    ...(newest.from_name !== null && { sender_name: newest.from_name }),
    subject,
    date: newest.received_at,
    why: whyOf(conversation, 'reading'),
  };
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
