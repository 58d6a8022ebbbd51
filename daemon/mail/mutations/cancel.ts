import type { ApplyParts } from '../apply.ts';
import { closeCompleted } from './completion.ts';
import { dropEdit, readEdit } from './folders.ts';
import { type Mutation } from './journal.ts';
import { saveOperation, withdrawUntold } from './operations.ts';

/**
 * Takes back what no server was told of a mutation, and lets the rest come to its end. What is shown follows in short
 * transactions, and after a crash at the next start. A folder that was to be deleted stays; one that was to be made is
 * made, for mail may be on its way there.
 */
export function cancelMutation({ db, clock, onActed }: ApplyParts, { id }: Pick<Mutation, 'id'>): void {
  db.transaction(() => {
    for (const operation of withdrawUntold(db, id)) {
      const edit = readEdit(operation.folder);
      if (edit.do !== 'delete') continue;
      saveOperation(db, operation.id, { state: 'cancelled' });
      dropEdit(db, edit);
    }
    onActed({ updated: [], queued: [], hasNew: true, ...closeCompleted({ db, clock }, [id]) });
  });
}
