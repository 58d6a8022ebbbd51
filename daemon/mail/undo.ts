import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import { jsonList, sql, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import {
  applyMutation,
  settleRest,
  type AccountWish,
  type Actor,
  type Applied,
  type ApplyParts,
  type Skipped,
} from './apply.ts';
import { labelById, type Label, type LabelMap } from './labels.ts';
import type { Restore } from './mutations/change.ts';
import { closeCompleted } from './mutations/completion.ts';
import { dropEdit, inverseEdit, readEdit, type FolderEdit } from './mutations/folders.ts';
import { inverseOf, standing } from './mutations/inverse.ts';
import { noteUndone, type Mutation } from './mutations/journal.ts';
import { operationsOf, saveOperation, type Operation } from './mutations/operations.ts';
import { labelMaps } from './mutations/settle.ts';
import { quietPlaces, shownPlaces } from './mutations/shown.ts';
import { sleepAgain } from './sleep-again.ts';

/**
 * Takes a mutation back, as far as what it did still stands: where somebody has changed a message since, that holds. What
 * its server was not told yet it never is. An undo is a mutation itself and can be undone. Throws Failure
 * `already_undone`, `undo_expired`, `overtaken` and `nothing_to_undo`, and then nothing is changed.
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
    settleRest(parts, mutation.id, accounts);
    const { wishes, left, isOvertaken } = wishesFor(db, mutation, accounts);
    if (wishes.length === 0) throw isOvertaken ? overtaken() : nothingToUndo();
    const applied = applyMutation(parts, {
      kind: 'undo',
      actor,
      correlation,
      accounts: wishes,
      left,
      undoOf: mutation.id,
    });
    noteUndone(db, mutation.id, applied.id);
    sleepAgain(parts, mutation, applied, actor);
    const relabelled = wishes.filter(({ hasDropped }) => hasDropped).map(({ account }) => account);
    onActed({ updated: [], queued: [], hasNew: false, relabelled, ...closeCompleted({ db, clock }, [mutation.id]) });
    return applied;
  });
}

type Wish = AccountWish & {
  targets: AccountWish['targets'][number][];
  before: FolderEdit[];
  after: FolderEdit[];
  /** An edit of a folder was taken back before its server heard of it. */
  hasDropped: boolean;
  /** One is left as it is, for somebody has changed it since. */
  hasLeft: boolean;
};

function isEmpty({ targets, before, after, hasDropped }: Wish): boolean {
  return !hasDropped && targets.length + before.length + after.length === 0;
}

function wishesFor(
  db: WriteDb,
  { id, kind }: Mutation,
  accounts: readonly Account[],
): { wishes: Wish[]; left: Skipped[]; isOvertaken: boolean } {
  const wishes = new Map<number, Wish>(
    accounts.map((account) => [
      account.id,
      { account, changes: [], targets: [], before: [], after: [], hasDropped: false, hasLeft: false },
    ]),
  );
  const left: Skipped[] = [];
  const maps = labelMaps(db);
  // What was asked for last is taken back first, so that what it stood on is there again.
  const operations = operationsOf(db, id).toReversed();
  const quiet = quietPlaces(
    db,
    operations.flatMap(({ message }) => message ?? []),
  );
  for (const operation of operations) {
    const wish = wishes.get(operation.account);
    if (!wish || operation.inverse === null || ['refused', 'cancelled'].includes(operation.state)) continue;
    // A folder that was only made to put mail into stays.
    if (operation.folder !== null) {
      if (kind.endsWith('_label') || kind === 'undo') undoEdit(db, wish, operation);
    } else undoMessage(db, { wish, left, labels: maps(operation.account), quiet }, operation);
  }
  const all = [...wishes.values()];
  const isOvertaken = left.length > 0 || all.some(({ hasLeft }) => hasLeft);
  return { wishes: all.filter((wish) => !isEmpty(wish)), left, isOvertaken };
}

function undoMessage(
  db: WriteDb,
  {
    wish,
    left,
    labels,
    quiet,
  }: { wish: Wish; left: Skipped[]; labels: LabelMap; quiet: ReturnType<typeof quietPlaces> },
  { id, message, message_id, inverse, state, attempts }: Operation,
): void {
  if (message === null || message_id === null || inverse === null) return;
  const now = quiet.get(message) ?? shownPlaces(db, message, labels);
  const whole = JSON.parse(inverse) as Restore;
  const stands = standing(whole, now);
  if (!stands) return void left.push({ message_id, outcome: 'skipped', reason: overtakenWords });
  if (stands.put.some(({ label }) => isGone(labels.byId.get(label), wish)))
    return void left.push({ message_id, outcome: 'skipped', reason: labelGoneWords });
  const isUntold = (state === 'new' || state === 'queued') && attempts === 0;
  if (!isUntold || !isDeepStrictEqual(stands, whole)) {
    wish.targets.push({ id: message, message_id, changes: [stands] });
    return;
  }
  saveOperation(db, id, { state: 'cancelled' });
  wish.targets.push({ id: message, message_id, undone: inverseOf(now, shownPlaces(db, message, labels)) ?? null });
}

/** Another program has deleted it, or somebody here; unless this very undo brings it back. */
function isGone(label: Label | undefined, { before }: Pick<Wish, 'before'>): boolean {
  if (label && before.some((edit) => edit.label === label.id)) return false;
  return !label || label.pending === 'delete' || label.selectable === 0;
}

function undoEdit(db: WriteDb, wish: Wish, { id, folder, state, attempts }: Operation): void {
  const edit = readEdit(folder ?? '');
  const label = labelById(db, edit.label);
  if (!label || isEditOvertaken(db, edit, label, wish)) {
    wish.hasLeft = true;
    return;
  }
  if (state === 'queued' && attempts === 0) {
    saveOperation(db, id, { state: 'cancelled' });
    dropEdit(db, edit);
    wish.hasDropped = true;
    return;
  }
  const inverse = inverseEdit(edit);
  if (inverse.do === 'delete') wish.after.push(inverse);
  else wish.before.push(inverse);
}

/** Whether a label has been renamed or deleted since, or other mail has come to lie in it; what mail needs is not deleted. */
function isEditOvertaken(db: WriteDb, edit: FolderEdit, label: Label, { targets }: Pick<Wish, 'targets'>): boolean {
  switch (edit.do) {
    case 'rename':
      return label.name !== edit.to.name || label.pending === 'delete';
    case 'delete':
      return label.pending !== 'delete' && label.selectable === 1;
    case 'create':
      return label.role !== null || label.pending === 'delete' || holdsOther(db, label, targets);
  }
}

/** Whether mail beside that which leaves it with this undo is under a label. */
function holdsOther(db: WriteDb, { id }: Pick<Label, 'id'>, targets: Wish['targets']): boolean {
  const leaving = jsonList(targets.map((target) => target.id));
  return (
    db.get(sql`
      SELECT 1 FROM label_messages
      WHERE label = ${id} AND message NOT IN (SELECT value FROM json_each(${leaving})) LIMIT 1`) !== undefined
  );
}

const labelGoneWords = 'The label it had is not there any more.';
const overtakenWords = 'The message has been changed since, and that holds.';

function alreadyUndone(): Failure {
  return new Failure('conflict', 'already_undone', 'This has been undone already. To have it again, undo the undo.');
}

function expired(): Failure {
  return new Failure('conflict', 'undo_expired', 'The time in which this could be undone is over.');
}

function overtaken(): Failure {
  return new Failure(
    'conflict',
    'overtaken',
    'Nothing of this is as it was left: the messages have been changed since. Nothing was undone.',
  );
}

function nothingToUndo(): Failure {
  const sentence = 'This changed no mail, or its servers refused all of it, so there is nothing to take back.';
  return new Failure('conflict', 'nothing_to_undo', sentence);
}
