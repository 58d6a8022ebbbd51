import { jsonList, sql, type WriteDb } from '../../store/db.ts';

/** Number of operations deleted in one transaction. */
const maxPrunedOperations = 500;

/**
 * Deletes some complete mutations that can no longer be undone, and the labels deleted with them; returns whether there
 * may be more.
 */
export function pruneJournal(db: WriteDb, before: string): boolean {
  return db.transaction(() => {
    const old = db.all<{ id: number }>(sql`
      SELECT o.id FROM mutations m JOIN operations o ON o.mutation = m.id
      WHERE m.undoable_until < ${before} AND m.completed = 1 AND o.state IN ('done', 'refused', 'cancelled')
      LIMIT ${maxPrunedOperations}`);
    const ids = jsonList(old.map(({ id }) => id));
    db.run(sql`DELETE FROM operations WHERE id IN (SELECT value FROM json_each(${ids}))`);
    if (old.length === maxPrunedOperations) return true;
    db.run(sql`
      DELETE FROM mutations WHERE undoable_until < ${before} AND completed = 1
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.mutation = mutations.id)`);
    db.run(sql`
      DELETE FROM labels WHERE pending = 'delete'
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.folder ->> '$.label' = labels.id)
        AND NOT EXISTS (SELECT 1 FROM placements p WHERE p.label = labels.id)`);
    return false;
  });
}
