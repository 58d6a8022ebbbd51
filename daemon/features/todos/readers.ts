import { Failure } from '../../base/failure.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { InputOf, ReaderHandlers } from '../../handler-types.ts';
import { findThread } from '../../mail/threads/threads.ts';
import { todoRecord } from '../../mail/todos/record.ts';
import { todosBefore } from '../../mail/todos/store.ts';
import { isShown, todoStateAt, type Todo } from '../../mail/todos/todo.ts';
import type { ReadDb } from '../../store/db.ts';
import type { todosRequests } from './contract.ts';

type ListInput = InputOf<(typeof todosRequests)['list']>;
type At = { now: Date; zone: string | undefined };

/** So many are read at once until a page is full. */
const batchSize = 500;

export function todosReaders({
  clock,
  zone,
}: Pick<ReaderDeps, 'clock' | 'zone'>): ReaderHandlers<typeof todosRequests> {
  return {
    list(input, { db, accounts }) {
      const { account, account_id = account } = input;
      const shown =
        account_id === undefined ? accounts : accounts.filter((each) => each.account_id === account_id.toLowerCase());
      const at = { now: clock.now(), zone };
      const thread = input.thread_id === undefined ? undefined : (findThread(db, input.thread_id.toLowerCase()) ?? 0);
      const matches = (todo: Todo) =>
        (thread === undefined || todo.thread === thread) && hasState(todo, input.state, at);
      const found = firstMatches(db, shown, { before: parseCursor(input.cursor), limit: input.limit + 1, matches });
      const page = found.slice(0, input.limit);
      const last = page.at(-1);
      return {
        kind: 'Todos',
        todos: page.map((todo) => todoRecord(todo, at)),
        next_cursor: found.length > page.length && last ? String(last.id) : null,
      };
    },
  };
}

function hasState(todo: Todo, state: ListInput['state'], at: At): boolean {
  if (state === 'all') return true;
  if (state === 'open') return isShown(todo, at);
  if (state === 'postponed') return todoStateAt(todo, at) === 'open' && !isShown(todo, at);
  return todoStateAt(todo, at) === state;
}

function firstMatches(
  db: ReadDb,
  accounts: Parameters<typeof todosBefore>[1],
  { before, limit, matches }: { before: number; limit: number; matches: (todo: Todo) => boolean },
): Todo[] {
  const found: Todo[] = [];
  for (let next = before; found.length < limit;) {
    const batch = todosBefore(db, accounts, { before: next, limit: batchSize });
    found.push(...batch.filter(matches));
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) break;
    next = last.id;
  }
  return found.slice(0, limit);
}

/** Throws Failure `bad_cursor`. */
function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer.');
}
