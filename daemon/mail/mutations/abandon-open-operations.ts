import { sql, type WriteDb } from '../../store/db.ts';
import { revertFolderEdit, parseFolderEdit } from './folders/folder-edits.ts';
import { refreshMessagesAndThreads } from './apply-locally.ts';

/**
 * Cancels all pending operations after a restore from a backup: they may contradict later changes. Placements then show
 * the last known server state, and the next sync pass updates them.
 */
export function abandonOpenOperations(db: WriteDb): void {
  db.transaction(() => {
    const open = db.all<{ message: number; account: number }>(sql`
      SELECT DISTINCT message, account FROM operations
      WHERE message IS NOT NULL AND state IN ('new', 'queued', 'sending', 'unsure', 'landed')`);
    const edits = db.all<{ folder: string }>(sql`
      SELECT folder FROM operations
      WHERE folder IS NOT NULL AND state IN ('new', 'queued', 'sending', 'unsure') ORDER BY id DESC`);
    db.run(sql`UPDATE operations SET state = 'done' WHERE state = 'landed'`);
    db.run(sql`UPDATE operations SET state = 'cancelled' WHERE state IN ('new', 'queued', 'sending', 'unsure')`);
    db.run(sql`UPDATE mutations SET completed = 1`);
    for (const { folder } of edits) revertFolderEdit(db, parseFolderEdit(folder));
    refreshMessagesAndThreads(
      db,
      open.map(({ message: id, account }) => ({ id, account })),
    );
  });
}
