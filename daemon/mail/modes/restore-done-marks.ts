import { sql, type WriteDb } from '../../store/db.ts';
import type { Mutation } from '../mutations/journal.ts';

/**
 * Removes the marks that a mutation has made, or makes those again that it has removed, as part of its undo (internal id). A
 * conversation that was done once more in the mode since keeps its marks. Returns how many marks were changed.
 */
export function restoreDoneMarks(db: WriteDb, undone: Pick<Mutation, 'id'>, undo: { id: number }): number {
  const removed = db.run(sql`
    INSERT INTO removed_done_marks (mutation, message, mode)
    SELECT ${undo.id}, d.message, d.mode FROM done_marks d JOIN messages m ON m.id = d.message
    WHERE d.mutation = ${undone.id} AND NOT EXISTS (
      SELECT 1 FROM messages other JOIN done_marks later ON later.message = other.id
      WHERE other.thread = m.thread AND later.mode = d.mode AND later.mutation > ${undone.id})`).changes;
  db.run(sql`
    DELETE FROM done_marks WHERE mutation = ${undone.id} AND EXISTS (
      SELECT 1 FROM removed_done_marks r
      WHERE r.mutation = ${undo.id} AND r.message = done_marks.message AND r.mode = done_marks.mode)`);
  const added = db.run(sql`
    INSERT INTO done_marks (message, mode, mutation)
    SELECT message, mode, ${undo.id} FROM removed_done_marks WHERE mutation = ${undone.id} ON CONFLICT DO NOTHING`).changes;
  return removed + added;
}
