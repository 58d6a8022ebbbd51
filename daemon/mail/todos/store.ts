import { nameId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import { joinSql, sqlAnd } from '../query/sql-conditions.ts';
import type { FoundTodo, Todo, TodoOrigin } from './todo.ts';

/** Stores what was found in a message (internal id). What is known already stays as the user has left it. */
export function saveTodos(
  db: WriteDb,
  {
    message,
    isCatchup,
    now,
    origin = 'rules',
  }: { message: number; isCatchup: boolean; now: string; origin?: TodoOrigin },
  found: readonly FoundTodo[],
): number {
  const owner = db.get<{ account: number; message_id: string }>(
    sql`SELECT account, message_id FROM messages WHERE id = ${message}`,
  );
  if (!owner) return 0;
  return found
    .map(({ kind, key, span, due, amount }) => {
      const todo_id = nameId(['todo', owner.message_id, kind, key].join('\0'));
      return db.run(sql`
        INSERT INTO todos (todo_id, account, message, kind, key, words, span_start, span_end, due_at, due_day, due_words, amount,
          currency, is_catchup, state, found_at, origin)
        VALUES (${todo_id}, ${owner.account}, ${message}, ${kind}, ${key}, ${span.words}, ${span.start}, ${span.end},
          ${due.due_at}, ${due.due_day}, ${due.due_words}, ${amount?.minor ?? null}, ${amount?.currency ?? null}, ${isCatchup},
          'open', ${now}, ${origin})
        ON CONFLICT DO NOTHING`).changes;
    })
    .reduce((sum, changes) => sum + changes, 0);
}

/** To-dos in the messages with these internal ids. */
export function todosOfMessages(db: ReadDb, messages: readonly number[]): Todo[] {
  return todosWhere(db, sql`todo.message IN (SELECT value FROM json_each(${jsonList(messages)}))`);
}

/** To-dos by public id, in some accounts. Unknown ones are left out. */
export function todosByIds(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], todo_ids: readonly string[]): Todo[] {
  const ids = todo_ids.map((id) => id.toLowerCase());
  const found = todosWhere(
    db,
    sql`todo.todo_id IN (SELECT value FROM json_each(${jsonList(ids)})) AND todo.account IN (SELECT value FROM json_each(${idsOf(accounts)}))`,
  );
  const byId = new Map(found.map((todo) => [todo.todo_id, todo]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** The to-dos in some accounts that the user has not settled, the latest first. */
export function openTodos(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], { limit }: { limit: number }): Todo[] {
  return todosWhere(
    db,
    sql`todo.account IN (SELECT value FROM json_each(${idsOf(accounts)})) AND todo.state = 'open'`,
    sql`ORDER BY todo.id DESC LIMIT ${limit}`,
  );
}

/** The questions of a person that the user has not settled, the oldest first. */
export function questionsFrom(db: ReadDb, account: Pick<Account, 'id'>, email: string): Todo[] {
  return todosWhere(
    db,
    sql`todo.account = ${account.id} AND todo.kind = 'question' AND todo.state = 'open' AND m.from_email = ${email} COLLATE NOCASE`,
    sql`ORDER BY m.sort_key`,
  );
}

/** The to-dos in some accounts before one (internal id), the latest first. */
export function todosBefore(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { before, limit }: { before: number; limit: number },
): Todo[] {
  return todosWhere(
    db,
    sql`todo.account IN (SELECT value FROM json_each(${idsOf(accounts)})) AND todo.id < ${before}`,
    sql`ORDER BY todo.id DESC LIMIT ${limit}`,
  );
}

function idsOf(accounts: readonly Pick<Account, 'id'>[]): string {
  return jsonList(accounts.map(({ id }) => id));
}

const hidden = flagBits.TRASH | flagBits.SPAM;

/** What others have promised is stored like the promises of the user, and is nothing for the user to do. */
function todosWhere(db: ReadDb, condition: Sql, order: Sql = sql`ORDER BY todo.id`): Todo[] {
  return storedTodos(db, sqlAnd([sql`todo.kind <> 'commitment' OR m.direction = 'outbound'`, condition]), order);
}

/**
 * To-dos (`todo`) of messages (`m`) that a condition holds for, with the promises of others. Mail in the trash and in spam asks for
 * nothing, and an invitation that a newer message changes does so there.
 */
export function storedTodos(db: ReadDb, condition: Sql, order: Sql = sql`ORDER BY todo.id`): Todo[] {
  const query = joinSql(
    [
      sql`
      SELECT todo.id, todo.todo_id, a.account_id, todo.message, m.message_id, m.thread, t.thread_id, todo.kind, todo.words,
        todo.span_start, todo.span_end, todo.due_at, todo.due_day, todo.due_words, todo.amount, todo.currency, todo.is_catchup,
        todo.state, todo.postponed_until, todo.changed_at, todo.found_at, todo.origin, m.subject, m.from_name, m.from_email, m.recipients,
        m.direction, m.received_at, m.sort_key,
        r.message_id AS reply_id, r.received_at AS replied_at,
        todo.kind = 'invitation' AND (
          EXISTS (SELECT 1 FROM invites i JOIN invite_replies ir ON ir.invite_id = i.invite_id
            WHERE i.message = todo.message AND ir.account = todo.account AND ir.state IN ('queued', 'sending', 'sent', 'unknown'))
          OR EXISTS (SELECT 1 FROM invites i JOIN invites c ON c.invite_id = i.invite_id AND c.account = i.account
            WHERE i.message = todo.message AND c.is_cancelled = 1 AND c.sequence >= i.sequence AND c.dtstamp >= i.dtstamp))
          AS is_settled
      FROM todos todo JOIN messages m ON m.id = todo.message JOIN threads t ON t.id = m.thread
        JOIN accounts a ON a.id = todo.account
        LEFT JOIN messages r ON r.id = (SELECT id FROM messages later
          WHERE later.thread = m.thread AND later.direction = 'outbound' AND later.sort_key > m.sort_key
            AND later.flags & ${hidden | flagBits.DRAFT} = 0 ORDER BY later.sort_key DESC LIMIT 1)
      WHERE m.flags & ${hidden} = 0 AND NOT (todo.kind = 'invitation' AND EXISTS (SELECT 1 FROM todos newer
        WHERE newer.kind = 'invitation' AND newer.key = todo.key AND newer.account = todo.account AND newer.id > todo.id)) AND`,
      condition,
      order,
    ],
    ' ',
  );
  return db.all<Todo>(query);
}
