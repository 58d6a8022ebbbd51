import { Failure } from '../base/failure.ts';
import type { WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import { applyMutation, type AccountWish, type Actor, type Applied, type ApplyParts, type Skipped } from './apply.ts';
import { labelById, type LabelMap } from './labels.ts';
import type { Restore } from './mutations/change.ts';
import { closeCompleted } from './mutations/completion.ts';
import { dropEdit, inverseEdit, readEdit, type FolderEdit } from './mutations/folders.ts';
import { inverseOf, standing } from './mutations/inverse.ts';
import { noteUndone, operationsOf, saveOperation, type Mutation, type Operation } from './mutations/journal.ts';
import { labelMaps } from './mutations/settle.ts';
import { labelRules, shownPlaces } from './mutations/shown.ts';

/**
 * Takes a mutation back, as far as what it did still stands: where somebody has changed a message since, that holds. What
 * its server was not told yet it never is. An undo is a mutation itself and can be undone. Throws Failure
 * `already_undone`, `undo_expired` and `overtaken`, and then nothing is changed.
 */
export function undoMutation(
  parts: ApplyParts,
  mutation: Mutation,
  { actor, accounts, correlation }: { actor: Actor; accounts: readonly Account[]; correlation?: string | undefined },
): Applied {
  const { db, clock, onActed } = parts;
  if (mutation.undone_by !== null) throw alreadyUndone();
  if (Date.parse(mutation.undoable_until) <= clock.now().getTime()) throw expired();
  return db.transaction(() => {
    const { wishes, left } = wishesFor(db, mutation, accounts);
    if (wishes.length === 0) throw overtaken();
    const applied = applyMutation(parts, {
      kind: 'undo',
      actor,
      correlation,
      accounts: wishes,
      left,
      undoOf: mutation.id,
    });
    noteUndone(db, mutation.id, applied.id);
    onActed({ updated: [], queued: [], hasNew: false, ...closeCompleted({ db, clock }, [mutation.id]) });
    return applied;
  });
}

type Wish = AccountWish & {
  targets: AccountWish['targets'][number][];
  before: FolderEdit[];
  after: FolderEdit[];
  /** An edit of a folder was taken back before its server heard of it. */
  hasDropped: boolean;
};

function isEmpty({ targets, before, after, hasDropped }: Wish): boolean {
  return !hasDropped && targets.length + before.length + after.length === 0;
}

function wishesFor(
  db: WriteDb,
  { id, kind }: Mutation,
  accounts: readonly Account[],
): { wishes: Wish[]; left: Skipped[] } {
  const wishes = new Map<number, Wish>(
    accounts.map((account) => [
      account.id,
      { account, changes: [], targets: [], before: [], after: [], hasDropped: false },
    ]),
  );
  const left: Skipped[] = [];
  const maps = labelMaps(db);
  // What was asked for last is taken back first, so that what it stood on is there again.
  for (const operation of operationsOf(db, id).toReversed()) {
    const wish = wishes.get(operation.account);
    if (!wish || operation.inverse === null || ['refused', 'cancelled'].includes(operation.state)) continue;
    // A folder that was only made to put mail into stays.
    if (operation.folder !== null) {
      if (kind.endsWith('_label') || kind === 'undo') undoEdit(db, wish, operation);
    } else undoMessage(db, { wish, left, labels: maps(operation.account) }, operation);
  }
  return { wishes: [...wishes.values()].filter((wish) => !isEmpty(wish)), left };
}

function undoMessage(
  db: WriteDb,
  { wish, left, labels }: { wish: Wish; left: Skipped[]; labels: LabelMap },
  { id, message, message_id, inverse, state }: Operation,
): void {
  if (message === null || message_id === null || inverse === null) return;
  const now = shownPlaces(db, message, labels);
  const whole = JSON.parse(inverse) as Restore;
  const stands = standing(whole, now, labelRules(db, labels));
  if (!stands) return void left.push({ message_id, outcome: 'skipped', reason: overtakenWords });
  const isUntold = state === 'new' || state === 'queued';
  if (!isUntold || JSON.stringify(stands) !== inverse) {
    wish.targets.push({ id: message, message_id, changes: [stands] });
    return;
  }
  saveOperation(db, id, { state: 'cancelled' });
  wish.targets.push({ id: message, message_id, undone: inverseOf(now, shownPlaces(db, message, labels)) ?? null });
}

function undoEdit(db: WriteDb, wish: Wish, { id, folder, state }: Operation): void {
  const edit = readEdit(folder ?? '');
  const label = labelById(db, edit.label);
  if (!label) return;
  const inverse = inverseEdit(edit);
  // Mail has come to lie in it since.
  if (inverse.do === 'delete' && label.total_count > 0) return;
  if (state === 'new' || state === 'queued') {
    saveOperation(db, id, { state: 'cancelled' });
    dropEdit(db, edit);
    wish.hasDropped = true;
    return;
  }
  if (inverse.do === 'delete') wish.after.push(inverse);
  else wish.before.push(inverse);
}

const overtakenWords = 'The message has been changed since, and that holds.';

function alreadyUndone(): Failure {
  return new Failure('conflict', 'already_undone', 'This has been undone already. To have it again, undo the undo.');
}

function expired(): Failure {
  return new Failure('conflict', 'undo_expired', 'This was done more than a day ago and cannot be undone any more.');
}

function overtaken(): Failure {
  return new Failure(
    'conflict',
    'overtaken',
    'Nothing of this is as it was left: the messages have been changed since. Nothing was undone.',
  );
}
