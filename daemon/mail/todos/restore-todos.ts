import { sql, type WriteDb } from '../../store/db.ts';
import type { Mutation } from '../mutations/journal.ts';
import { changeTodo, standingText } from './changes.ts';
import type { TodoStanding } from './todo.ts';

type ChangedTodo = { id: number; before: string; after: string } & TodoStanding;

/**
 * Gives to-dos back the standing that they had before a mutation, as part of its undo (internal id), unless they were changed since.
 * Returns how many were changed.
 */
export function restoreTodos(db: WriteDb, undone: Pick<Mutation, 'id'>, undo: { id: number }): number {
  const rows = db.all<ChangedTodo>(sql`
    SELECT t.id, c.before, c.after, t.state, t.postponed_until, t.changed_at
    FROM todo_changes c JOIN todos t ON t.id = c.todo WHERE c.mutation = ${undone.id}`);
  const restorable = rows.filter((row) => standingText(row) === row.after);
  for (const row of restorable)
    changeTodo(db, row, { after: JSON.parse(row.before) as TodoStanding, mutation: undo.id });
  return restorable.length;
}
