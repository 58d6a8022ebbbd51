import { instantAt, utcDay } from '../../base/local-time.ts';

/**
 * Why something is to be done: someone asked the user, set a date, sent an invoice or an invitation, a parcel comes, or the user has
 * promised it.
 */
export type TodoKind = 'question' | 'deadline' | 'invoice' | 'invitation' | 'delivery' | 'commitment';

/** `expired` follows from the time and is never stored. */
type TodoState = 'open' | 'done' | 'dismissed' | 'expired';

/** What the user can change about a to-do. */
export type TodoStanding = {
  state: Exclude<TodoState, 'expired'>;
  postponed_until: string | null;
  /** When the user has changed it last; null if never. */
  changed_at: string | null;
};

/** Where a to-do was found: the words, and their position in the text of the message in UTF-16 code units, unless they are elsewhere. */
export type TodoSpan = { words: string; start: number | null; end: number | null };

/** When something is due: an instant, or a day as YYYY-MM-DD; both are null where the words say it in no certain way. */
export type TodoDue = { due_at: string | null; due_day: string | null; due_words: string | null };

/** What has found a to-do. */
export type TodoOrigin = 'rules' | 'model';

/** What a rule finds in a message. `key` tells to-dos of one kind in one message apart. */
export type FoundTodo = {
  kind: TodoKind;
  key: string;
  span: TodoSpan;
  due: TodoDue;
  /** In the smallest unit of the currency (ISO 4217). */
  amount: { minor: number; currency: string } | null;
};

/** A stored to-do. `message` and `thread` are internal ids. */
export type Todo = {
  id: number;
  todo_id: string;
  account_id: string;
  message: number;
  message_id: string;
  thread: number;
  thread_id: string;
  kind: TodoKind;
  words: string;
  span_start: number | null;
  span_end: number | null;
  due_at: string | null;
  due_day: string | null;
  due_words: string | null;
  amount: number | null;
  currency: string | null;
  is_catchup: number;
  state: TodoStanding['state'];
  postponed_until: string | null;
  changed_at: string | null;
  found_at: string;
  origin: TodoOrigin;
  subject: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  direction: 'inbound' | 'outbound';
  received_at: string;
  /** When the message was sent as far as that is credible, in unix seconds; lists are ordered by it. */
  sort_key: number;
  /** The newest message that the user has sent in the conversation after the source; null if there is none. */
  reply_id: string | null;
  replied_at: string | null;
  /** Whether the invitation was answered or cancelled. */
  is_settled: number;
};

/** The instant from which a to-do is overdue; a day is over at its end in the zone of the user. */
export function dueInstant(
  { due_at, due_day }: Pick<Todo, 'due_at' | 'due_day'>,
  zone: string | undefined,
): Date | undefined {
  if (due_at !== null) return new Date(due_at);
  return due_day === null ? undefined : new Date(endOfDay(due_day, zone));
}

/** So many ends of days are kept: many to-dos share a day, and time zones take long to calculate. */
const maxKeptDays = 1_000;
const endsOfDays = new Map<string, number>();

function endOfDay(date: string, zone: string | undefined): number {
  const key = `${date} ${zone}`;
  const known = endsOfDays.get(key);
  if (known !== undefined) return known;
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const end = instantAt(utcDay(year, month, day + 1), zone);
  if (endsOfDays.size >= maxKeptDays) endsOfDays.clear();
  endsOfDays.set(key, end);
  return end;
}

const dayMs = 86_400_000;
/** A to-do without a date is forgotten after so long. */
const openMs = 30 * dayMs;
/** One that is overdue stays so long. */
const overdueMs = 14 * dayMs;

/** The instant from which a to-do no longer asks for anything. What the user has postponed counts from then. */
export function relevantUntil(todo: Todo, zone: string | undefined): Date {
  const due = dueInstant(todo, zone);
  const isOverWhenDue = todo.kind === 'invitation';
  const end = due ? due.getTime() + (isOverWhenDue ? 0 : overdueMs) : askedAt(todo) + openMs;
  const postponed = todo.postponed_until === null ? 0 : Date.parse(todo.postponed_until) + overdueMs;
  return new Date(isOverWhenDue ? end : Math.max(end, postponed));
}

/** A promise in mail that was here before is as old as its message. Other to-dos count from when the user could first see them. */
function askedAt({ kind, is_catchup, found_at, received_at, sort_key }: Todo): number {
  if (kind === 'commitment' && is_catchup === 1) return sort_key * 1000;
  return Math.max(Date.parse(found_at), Date.parse(received_at));
}

/** The state of a to-do at an instant. A question that the user has answered and an invitation alike are done. */
export function todoStateAt(todo: Todo, { now, zone }: { now: Date; zone: string | undefined }): TodoState {
  if (todo.state !== 'open') return todo.state;
  if (isAnswered(todo)) return 'done';
  return relevantUntil(todo, zone).getTime() <= now.getTime() ? 'expired' : 'open';
}

/** Whether the to-do was settled by a reply. If the user has opened it again since, that counts more. */
function isAnswered({ kind, replied_at, is_settled, changed_at, postponed_until }: Todo): boolean {
  if (kind === 'invitation') return is_settled === 1 && (changed_at === null || postponed_until !== null);
  return kind === 'question' && replied_at !== null && (changed_at === null || replied_at > changed_at);
}

/** Whether a to-do is open and not postponed. */
export function isShown(todo: Todo, at: { now: Date; zone: string | undefined }): boolean {
  if (todoStateAt(todo, at) !== 'open') return false;
  return todo.postponed_until === null || Date.parse(todo.postponed_until) <= at.now.getTime();
}
