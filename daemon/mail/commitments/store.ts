import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import { sqlAnd } from '../query/sql-conditions.ts';
import { storedTodos } from '../todos/store.ts';
import { todoStateAt, type Todo } from '../todos/todo.ts';

const uncounted = flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM;

/**
 * A commitment is a to-do of the kind `commitment`: in a message of the user their own, which the list of to-dos contains, too; in
 * other messages that of its sender.
 */
export type Commitment = Todo & {
  /** A message that whoever owes it has sent in the conversation since; null if there is none. */
  kept_by: string | null;
};

type CommitmentFilter = {
  /** The address of the other side. */
  email?: string | undefined;
  direction?: 'yours' | 'theirs' | undefined;
  /** The internal id of a conversation. */
  thread?: number | undefined;
  /** Leaves out what cannot be open at an instant. Some of the rest may have expired, too. */
  openAt?: Date | undefined;
};

/** Commitments in some accounts that the user has not dismissed, the latest first. */
export function commitmentsIn(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { email, direction, thread, openAt }: CommitmentFilter,
): Commitment[] {
  const conditions: Sql[] = [
    inAccounts(accounts),
    sql`todo.state <> 'dismissed'`,
    ...(direction === undefined ? [] : [sql`m.direction = ${direction === 'yours' ? 'outbound' : 'inbound'}`]),
    ...(thread === undefined ? [] : [sql`m.thread = ${thread}`]),
    ...(email === undefined ? [] : [isWith(email)]),
    ...(openAt === undefined ? [] : [mayBeOpenAt(openAt)]),
  ];
  return withKeeping(db, storedTodos(db, sqlAnd([isCommitment, ...conditions]), sql`ORDER BY todo.id DESC`));
}

/** A commitment by public id, in some accounts. */
export function commitmentById(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], id: string): Todo | undefined {
  return storedTodos(db, sqlAnd([isCommitment, inAccounts(accounts), sql`todo.todo_id = ${id.toLowerCase()}`]))[0];
}

/** How many commitments in some accounts are open. */
export function countOpenCommitments(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  at: { now: Date; zone: string | undefined },
): number {
  const open = storedTodos(db, sqlAnd([isCommitment, inAccounts(accounts), sql`todo.state = 'open'`]));
  return open.filter((todo) => todoStateAt(todo, at) === 'open').length;
}

const isCommitment = sql`todo.kind = 'commitment'`;

function inAccounts(accounts: readonly Pick<Account, 'id'>[]): Sql {
  return sql`todo.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`;
}

/** Longer than what is open is relevant, with the days that zones differ by. */
const openDays = 32;

function mayBeOpenAt(instant: Date): Sql {
  const since = instant.getTime() - openDays * 86_400_000;
  const sinceText = new Date(since).toISOString();
  return sql`todo.state = 'open' AND (todo.postponed_until IS NOT NULL OR coalesce(todo.due_at, todo.due_day) >= ${sinceText.slice(0, 10)}
    OR todo.due_at IS NULL AND todo.due_day IS NULL AND todo.found_at >= ${sinceText}
      AND (todo.is_catchup = 0 OR m.sort_key >= ${Math.floor(since / 1000)}))`;
}

/** The other side is the sender, or the first recipient. */
function isWith(email: string): Sql {
  return sql`(CASE m.direction WHEN 'inbound' THEN m.from_email ELSE trim(m.recipients ->> '$.to[0].email') END)
    = ${email.trim()} COLLATE NOCASE`;
}

function withKeeping(db: ReadDb, todos: readonly Todo[]): Commitment[] {
  const theirs = todos.filter(({ direction }) => direction === 'inbound').map(({ message }) => message);
  const later = new Map(
    db
      .all<{ message: number; kept_by: string }>(
        sql`
        SELECT m.id AS message, (SELECT message_id FROM messages later WHERE later.thread = m.thread
            AND later.direction = 'inbound' AND later.from_email = m.from_email COLLATE NOCASE AND later.sort_key > m.sort_key
            AND later.flags & ${uncounted} = 0 ORDER BY later.sort_key DESC LIMIT 1) AS kept_by
        FROM messages m WHERE m.id IN (SELECT value FROM json_each(${jsonList(theirs)}))`,
      )
      .map(({ message, kept_by }) => [message, kept_by]),
  );
  return todos.map((todo) => ({
    ...todo,
    kept_by: todo.direction === 'outbound' ? todo.reply_id : (later.get(todo.message) ?? null),
  }));
}
