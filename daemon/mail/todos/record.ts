import { instantOf } from '../../base/clock.ts';
import { localTime } from '../../base/local-time.ts';
import type { Address } from '../../contract/fields.ts';
import type { TodoRecord } from '../../contract/todo.ts';
import type { Recipients } from '../messages/messages.ts';
import { monthNames, weekdayNames } from '../query/relative-days.ts';
import { formatAmount } from './amount.ts';
import { todoTexts as texts } from './texts.ts';
import { dueInstant, relevantUntil, todoStateAt, type Todo } from './todo.ts';

const dayMs = 86_400_000;

type At = { now: Date; zone: string | undefined };

/** A to-do as it is at an instant, with the texts that clients show. */
export function todoRecord(todo: Todo, at: At): TodoRecord {
  const { name, email } = otherSide(todo);
  const shown = name ?? email ?? texts.someone;
  const state = todoStateAt(todo, at);
  const due = dueInstant(todo, at.zone);
  const until = instantOf(relevantUntil(todo, at.zone));
  const amount = amountOf(todo);
  const daysLeft = due && daysUntil(due, at);
  const isOpen = state === 'open';
  return {
    id: todo.todo_id,
    account_id: todo.account_id,
    kind: todo.kind,
    verb: texts.verb[todo.kind],
    title: titleOf(todo, shown, amount?.display),
    ...(email !== undefined && { counterparty: email }),
    ...(name !== undefined && { person_label: name }),
    ...(amount && { amount }),
    ...(due && { due_at: instantOf(shownDue(due, todo)) }),
    ...(todo.due_words !== null && { due_words: todo.due_words }),
    ...(todo.postponed_until !== null && { scheduled_for: todo.postponed_until }),
    relevant_until: until,
    state,
    ...(todo.is_catchup === 1 && { catchup: true }),
    origin: todo.origin,
    why: whyOf(todo),
    when_label: whenLabel(todo, due, at),
    overdue: isOpen && due !== undefined && due.getTime() <= at.now.getTime(),
    ...(isOpen && daysLeft !== undefined && daysLeft > 0 && { runway: texts.runway({ days: daysLeft }) }),
    action: { ...texts.action[todo.kind], message_id: todo.message_id, trusted: true },
    ...(isOpen && looksDone(todo)),
    fields: fieldsOf(todo, todo.direction === 'outbound' ? texts.ownSource : texts.source({ name: shown })),
    span: { message_id: todo.message_id, text: todo.words, start: todo.span_start, end: todo.span_end },
    user_touched: todo.changed_at !== null,
    thread_id: todo.thread_id,
    source_message_id: todo.message_id,
    source_date: todo.received_at,
    surfaced_at: todo.found_at,
    ...(state === 'expired' && { expired_at: until }),
    ...(todo.state === 'done' && todo.changed_at !== null && { done_at: todo.changed_at }),
    ...(todo.state === 'dismissed' && todo.changed_at !== null && { dismissed_at: todo.changed_at }),
    created_at: todo.found_at,
    updated_at: todo.changed_at ?? todo.found_at,
  };
}

/** Why there is a to-do, in a sentence. */
export function whyOf(todo: Todo): string {
  const { name, email } = otherSide(todo);
  const shown = name ?? email ?? texts.someone;
  return texts.why[todo.kind]({ name: shown, dueWords: todo.due_words, amount: amountOf(todo)?.display });
}

/** Whom a to-do concerns: the sender of the message, or the first recipient of the user's own. */
export function otherSide(todo: Pick<Todo, 'direction' | 'from_name' | 'from_email' | 'recipients'>): {
  name: string | undefined;
  email: string | undefined;
} {
  const { to = [] } = JSON.parse(todo.recipients) as Partial<Recipients>;
  const other: Address | undefined =
    todo.direction === 'inbound' ? { name: todo.from_name, email: todo.from_email } : to[0];
  return { name: other?.name?.trim() || undefined, email: other?.email || undefined };
}

function titleOf(todo: Todo, name: string, amount: string | undefined): string {
  return todo.kind === 'invoice' ? texts.invoiceTitle({ name, amount }) : todo.words;
}

function amountOf({ amount, currency }: Todo): TodoRecord['amount'] {
  if (amount === null || currency === null) return undefined;
  return { minor: amount, currency, display: formatAmount({ minor: amount, currency }) };
}

/** A day is due in its last millisecond, so that the instant is on the day. */
export function shownDue(due: Date, { due_at }: Pick<Todo, 'due_at'>): Date {
  return due_at === null ? new Date(due.getTime() - 1) : due;
}

function daysUntil(due: Date, { now, zone }: At): number {
  const dayOf = (instant: number) => Math.floor(localTime(instant, zone) / dayMs);
  // The end of a day is the beginning of the next one.
  return dayOf(due.getTime() - 1) - dayOf(now.getTime());
}

/** When it is due, for people: `Friday`, `12 March`, or the words of the message. */
export function whenLabel({ due_words }: Pick<Todo, 'due_words'>, due: Date | undefined, at: At): string {
  if (!due) return due_words === null ? texts.when.none : texts.when.words({ words: due_words });
  const days = daysUntil(due, at);
  if (days === 0) return texts.when.today;
  if (days === 1) return texts.when.tomorrow;
  if (days === -1) return texts.when.yesterday;
  const date = new Date(localTime(due.getTime() - 1, at.zone));
  if (days > 1 && days < 7) return weekdayNames[(date.getUTCDay() + 6) % 7] ?? '';
  const year = date.getUTCFullYear();
  const isThisYear = year === new Date(localTime(at.now.getTime(), at.zone)).getUTCFullYear();
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}${isThisYear ? '' : ` ${year}`}`;
}

/** What the user has promised or was asked to do may be done by a message that they have sent since. */
function looksDone({ kind, reply_id }: Todo): Pick<TodoRecord, 'looks_done'> {
  if (reply_id === null || (kind !== 'commitment' && kind !== 'deadline')) return {};
  return { looks_done: { message_id: reply_id, reason: texts.looksDone } };
}

function fieldsOf({ kind, words, due_words, amount, span_start }: Todo, source_label: string): TodoRecord['fields'] {
  const source = kind === 'invitation' ? 'calendar' : span_start === null ? 'subject' : 'text';
  const field = (name: string, evidence: string) => ({ field: name, source, checked: false, evidence, source_label });
  return [
    field('title', words),
    ...(due_words === null ? [] : [field('due_at', due_words)]),
    ...(amount === null ? [] : [field('amount', words)]),
  ];
}
