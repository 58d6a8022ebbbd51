import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { kindsOf, type MessageKind } from '../classification/store.ts';
import { flagBits } from '../messages/flags.ts';
import { todosOfMessages } from '../todos/store.ts';
import { isShown, type Todo } from '../todos/todo.ts';
import { doneMarksOf, type MarkedMode } from './done-marks.ts';

/** A message of a conversation, as modes see it. */
export type ConversationMessage = {
  id: number;
  message_id: string;
  thread: number;
  direction: 'inbound' | 'outbound';
  flags: number;
  from_name: string | null;
  from_email: string;
  /** As JSON; empty for received messages, which takes half of the time to read. */
  recipients: string;
  subject: string;
  received_at: string;
  /** 1 for received mail that arrived after the account's first complete sync. */
  is_new: number;
};

/** A conversation with what decides which modes hold it. Drafts, spam and what is in the trash do not count. */
export type Conversation = {
  thread: number;
  thread_id: string;
  account_id: string;
  subject: string;
  isInInbox: boolean;
  /** Oldest first. */
  messages: readonly ConversationMessage[];
  newest: ConversationMessage;
  /** The newest received message, and what it is; undefined where it is not classified. */
  newestReceived: ConversationMessage | undefined;
  kind: MessageKind | undefined;
  /** The modes in which it is done: nothing new has come since. */
  doneIn: readonly MarkedMode[];
  /** The to-dos in it that are open and not postponed. */
  todos: readonly Todo[];
};

/** The time, and an IANA time zone or undefined for the time zone of the machine. */
export type At = { now: Date; zone: string | undefined };

type ThreadRow = { id: number; thread_id: string; account_id: string; in_inbox: number };

const uncounted = flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM;

/** The conversations with these public ids in some accounts, in the given order. Unknown ones are left out. */
export function conversationsByIds(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  thread_ids: readonly string[],
  at: At,
): Conversation[] {
  const rows = db.all<ThreadRow>(sql`
    SELECT t.id, t.thread_id, a.account_id, EXISTS (SELECT 1 FROM label_threads lt JOIN labels l ON l.id = lt.label
        WHERE lt.thread = t.id AND l.role = 'inbox' AND l.synthetic = 0) AS in_inbox
    FROM json_each(${jsonList(thread_ids)}) asked
    JOIN threads t ON t.id = coalesce((SELECT id FROM threads WHERE thread_id = asked.value),
      (SELECT thread FROM thread_aliases WHERE old_id = asked.value))
    JOIN accounts a ON a.id = t.account
    WHERE t.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY asked.key`);
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  return conversationsOf(db, unique, at);
}

/**
 * The conversations in the inbox whose position in the list is after an instant, the newest first. `shown` are the to-dos in all mail
 * that are open and not postponed.
 */
export function conversationsInInbox(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { since, shown, ...at }: At & { since: Date; shown: readonly Todo[] },
): Conversation[] {
  const rows = db.all<ThreadRow>(sql`
    SELECT DISTINCT t.id, t.thread_id, a.account_id, 1 AS in_inbox
    FROM labels l JOIN label_threads lt ON lt.label = l.id JOIN threads t ON t.id = lt.thread
    JOIN accounts a ON a.id = t.account
    WHERE l.role = 'inbox' AND l.synthetic = 0 AND lt.position >= ${Math.floor(since.getTime() / 1000)}
      AND l.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY lt.position DESC, lt.thread DESC`);
  return conversationsOf(db, rows, at, shown);
}

/** The conversations with these internal ids, in the given order. */
export function conversationsInThreads(db: ReadDb, threads: readonly number[], at: At): Conversation[] {
  const rows = db.all<ThreadRow>(sql`
    SELECT t.id, t.thread_id, a.account_id, EXISTS (SELECT 1 FROM label_threads lt JOIN labels l ON l.id = lt.label
        WHERE lt.thread = t.id AND l.role = 'inbox' AND l.synthetic = 0) AS in_inbox
    FROM json_each(${jsonList(threads)}) asked JOIN threads t ON t.id = asked.value
    JOIN accounts a ON a.id = t.account
    ORDER BY asked.key`);
  return conversationsOf(db, rows, at);
}

function conversationsOf(db: ReadDb, rows: readonly ThreadRow[], at: At, shown?: readonly Todo[]): Conversation[] {
  const messages = db.all<ConversationMessage>(sql`
    SELECT id, message_id, thread, direction, flags, from_name, from_email, subject, received_at,
      CASE direction WHEN 'outbound' THEN recipients ELSE '{}' END AS recipients,
      coalesce((SELECT is_new FROM message_kinds k WHERE k.message = messages.id), 0) AS is_new
    FROM messages
    WHERE thread IN (SELECT value FROM json_each(${jsonList(rows.map(({ id }) => id))})) AND flags & ${uncounted} = 0
    ORDER BY sort_key`);
  const byThread = Map.groupBy(messages, ({ thread }) => thread);
  const newestReceived = new Map(
    [...byThread].map(([thread, all]) => [thread, all.findLast(({ direction }) => direction === 'inbound')]),
  );
  const kinds = kindsOf(
    db,
    [...newestReceived.values()].flatMap((message) => message?.id ?? []),
  );
  const ids = messages.map(({ id }) => id);
  const marks = doneMarksOf(db, ids);
  const todos = Map.groupBy(
    shown ?? todosOfMessages(db, ids).filter((todo) => isShown(todo, at)),
    ({ thread }) => thread,
  );
  return rows.flatMap(({ id, thread_id, account_id, in_inbox }) => {
    const all = byThread.get(id) ?? [];
    const newest = all.at(-1);
    if (!newest) return [];
    const received = newestReceived.get(id);
    return {
      thread: id,
      thread_id,
      account_id,
      subject: newest.subject,
      isInInbox: in_inbox === 1,
      messages: all,
      newest,
      newestReceived: received,
      kind: received && kinds.get(received.id),
      doneIn: modesDone(all, marks),
      todos: todos.get(id) ?? [],
    };
  });
}

/** The modes in which a conversation is done: some of its messages are, and all that are new. */
function modesDone(messages: readonly ConversationMessage[], marks: ReturnType<typeof doneMarksOf>): MarkedMode[] {
  const marked = new Set(messages.flatMap(({ id }) => marks.get(id) ?? []));
  return [...marked].filter((mode) =>
    messages.every(({ id, is_new }) => is_new === 0 || marks.get(id)?.includes(mode) === true),
  );
}
