import type { DestructiveAction, Effect } from '../../contract/define.ts';
import { labelById } from '../labels/labels.ts';
import { changesBlocks } from '../screener/decision-changes.ts';
import type { Change } from './change.ts';
import { changesOfMutation, mutationById, type Mutation, type MutationKind } from './journal.ts';
import type { FolderRole } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';

type RoleOf = (label: number) => FolderRole | null;

/**
 * The effects of changes, in the terms of `allowed_destructive_actions`. Every request that moves mail to the trash counts
 * as trashing it, so that a label does not bypass the caller's permissions.
 */
export function effectsOf(
  db: ReadDb,
  { kind, changes }: { kind: MutationKind; changes: readonly Change[] },
): readonly Effect[] {
  const roleOf: RoleOf = (label) => labelById(db, label)?.role ?? null;
  const actions = new Set(changes.flatMap((change) => actionOf(change, { kind, roleOf }) ?? []));
  if (kind === 'route' && !changes.some((change) => change.do === 'archive')) actions.add('move');
  if (actions.size === 0) return [{ safety: 'mutate' }];
  return [...actions].map((action) => ({ safety: 'destroy', action }));
}

function actionOf(
  change: Change,
  { kind, roleOf }: { kind: MutationKind; roleOf: RoleOf },
): DestructiveAction | undefined {
  switch (change.do) {
    case 'archive':
    case 'trash':
    case 'spam':
    case 'move':
      return change.do;
    case 'label':
      if ((kind !== 'modify_labels' && kind !== 'rule') || !change.remove.some((label) => roleOf(label) === 'inbox'))
        return undefined;
      return change.add.length > 0 ? 'move' : 'archive';
    case 'flags':
    case 'restore':
      return undefined;
  }
}

/** The effects of an undo: those of the original mutation. So an undo does not bypass the caller's permissions. */
export function effectsOfUndo(db: ReadDb, { id, kind, undo_of }: Mutation): readonly Effect[] {
  switch (kind) {
    case 'create_label':
    case 'delete_label':
      return [{ safety: 'destroy', action: 'delete_label' }];
    // Each of these removes mail from the inbox, as does its undo.
    case 'snooze':
    case 'unsnooze':
      return [{ safety: 'destroy', action: 'archive' }];
    // An undo may block or mute again.
    case 'block':
      return [{ safety: 'destroy', action: 'trash' }];
    case 'screen':
      return [
        ...effectsOf(db, { kind, changes: changesOfMutation(db, id) }),
        ...(changesBlocks(db, id) ? [{ safety: 'destroy', action: 'trash' } as const] : []),
      ];
    case 'mute':
      return [{ safety: 'destroy', action: 'archive' }];
    // Its undo may be an archive again.
    case 'mode_done':
      return [{ safety: 'destroy', action: 'archive' }];
    case 'todo':
    case 'rename_label':
      return [{ safety: 'mutate' }];
    case 'undo': {
      const undone = undo_of === null ? undefined : mutationById(db, undo_of);
      // The original mutation is deleted, so it may have been any of these.
      if (!undone)
        return (['archive', 'trash', 'spam', 'move'] as const).map((action) => ({ safety: 'destroy', action }));
      return effectsOfUndo(db, undone);
    }
    default:
      return effectsOf(db, { kind, changes: changesOfMutation(db, id) });
  }
}
