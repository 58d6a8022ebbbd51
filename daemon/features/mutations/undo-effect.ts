import type { Effect } from '../../contract/define.ts';
import { mutationById, type Mutation } from '../../mail/mutations/journal.ts';
import type { ReadDb } from '../../store/db.ts';

/**
 * What taking a mutation back does: as much as the mutation did. So an undo is no way round what a caller is not
 * allowed to do.
 */
export function effectOfUndo(db: ReadDb, { kind, undo_of }: Pick<Mutation, 'kind' | 'undo_of'>): Effect {
  switch (kind) {
    case 'archive':
    case 'read_and_archive':
      return { safety: 'destroy', action: 'archive' };
    case 'trash':
      return { safety: 'destroy', action: 'trash' };
    case 'spam':
      return { safety: 'destroy', action: 'spam' };
    case 'move':
    case 'route':
      return { safety: 'destroy', action: 'move' };
    case 'create_label':
    case 'delete_label':
      return { safety: 'destroy', action: 'delete_label' };
    case 'undo': {
      const undone = undo_of === null ? undefined : mutationById(db, undo_of);
      return undone ? effectOfUndo(db, undone) : { safety: 'mutate' };
    }
    case 'star':
    case 'set_read':
    case 'modify_labels':
    case 'set_flags':
    case 'snooze':
    case 'unsnooze':
    case 'rename_label':
      return { safety: 'mutate' };
  }
}
