import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Todo, TodoStanding } from './todo.ts';

/** Changes a to-do as part of a mutation (internal id), which can then undo it. */
export function changeTodo(
  db: WriteDb,
  { id, state, postponed_until, changed_at }: Pick<Todo, 'id' | keyof TodoStanding>,
  { after, mutation }: { after: TodoStanding; mutation: number },
): void {
  const before: TodoStanding = { state, postponed_until, changed_at };
  db.run(sql`
    INSERT INTO todo_changes (mutation, todo, before, after)
    VALUES (${mutation}, ${id}, ${standingText(before)}, ${standingText(after)})`);
  saveStanding(db, id, after);
}

function saveStanding(db: WriteDb, id: number, { state, postponed_until, changed_at }: TodoStanding): void {
  db.run(sql`
    UPDATE todos SET state = ${state}, postponed_until = ${postponed_until}, changed_at = ${changed_at} WHERE id = ${id}`);
}

/** What a to-do is as text, of which equal ones are the same. */
export function standingText({ state, postponed_until, changed_at }: TodoStanding): string {
  return JSON.stringify({ state, postponed_until, changed_at });
}

/** The conversations (public ids) whose to-dos a mutation has changed. */
export function threadsOfChangedTodos(db: ReadDb, mutation: number, limit: number): string[] {
  return db
    .all<{ thread_id: string }>(
      sql`
      SELECT DISTINCT t.thread_id FROM todo_changes c JOIN todos todo ON todo.id = c.todo
      JOIN messages m ON m.id = todo.message JOIN threads t ON t.id = m.thread
      WHERE c.mutation = ${mutation} LIMIT ${limit}`,
    )
    .map(({ thread_id }) => thread_id);
}
