import type { ApplyDeps } from './apply.ts';
import { completeFinishedMutations } from './completion.ts';
import { revertFolderEdit, parseFolderEdit } from './folders/folder-edits.ts';
import { type Mutation } from './journal.ts';
import { saveOperation, withdrawUnsentOperations } from './operations.ts';

/**
 * Cancels the operations of a mutation that were not sent, and lets the others finish. The display follows in short
 * transactions, and after a crash at the next start. A folder that was to be deleted stays; one that was to be created
 * is created, because messages may be on their way to it.
 */
export function cancelMutation({ db, clock, onMutationResult }: ApplyDeps, { id }: Pick<Mutation, 'id'>): void {
  db.transaction(() => {
    for (const operation of withdrawUnsentOperations(db, id)) {
      const edit = parseFolderEdit(operation.folder);
      if (edit.do !== 'delete') continue;
      saveOperation(db, operation.id, { state: 'cancelled' });
      revertFolderEdit(db, edit);
    }
    onMutationResult({
      updated: [],
      queued: [],
      hasUnsettled: true,
      ...completeFinishedMutations({ db, clock }, [id]),
    });
  });
}
