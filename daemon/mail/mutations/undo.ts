import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import {
  applyMutation,
  settleMutation,
  type AccountMutation,
  type Actor,
  type AppliedMutation,
  type ApplyDeps,
  type SkippedMessage,
} from './apply.ts';
import { labelById, type Label, type LabelMap } from '../labels/labels.ts';
import type { RestoreChange } from './change.ts';
import { completeFinishedMutations } from './completion.ts';
import { revertFolderEdit, inverseFolderEdit, parseFolderEdit, type FolderEdit } from './folders/folder-edits.ts';
import { inverseOf, remainingInverse } from './plan/inverse.ts';
import { originOf, setUndoneBy, type Mutation } from './journal.ts';
import { noUndoReasons } from './mutation-result.ts';
import { changesMoreThanMail, operationsOf, saveOperation, type Operation } from './operations.ts';
import { labelMaps } from './apply-locally.ts';
import { settledPlacements, displayedPlacements } from './displayed-placements.ts';
import { restoreRules } from '../arrivals/restore-rules.ts';
import { restoreDoneMarks } from '../modes/restore-done-marks.ts';
import { restoreTodos } from '../todos/restore-todos.ts';
import { restoreSnoozes } from '../later/restore-snooze.ts';

/**
 * Undoes a mutation, except where a message was changed since. Operations that were not sent are never sent. An undo is
 * a mutation itself and can be undone. Throws Failure `already_undone`, `undo_expired`, `overtaken` and
 * `nothing_to_undo`, and then changes nothing.
 */
export function undoMutation(
  deps: ApplyDeps,
  mutation: Mutation,
  { actor, accounts, correlation }: { actor: Actor; accounts: readonly Account[]; correlation?: string | undefined },
): AppliedMutation {
  const { db, clock, onMutationResult } = deps;
  if (mutation.undone_by !== null) throw alreadyUndone();
  if (Date.parse(mutation.undoable_until) <= clock.now().getTime()) throw expired();
  return db.transaction(() => {
    settleMutation(deps, mutation.id, accounts);
    const { accountUndos, skipped, isOvertaken } = planUndo(db, mutation, accounts);
    if (accountUndos.length === 0 && !changesMoreThanMail(db, mutation.id))
      throw isOvertaken ? overtaken() : nothingToUndo();
    const applied = applyMutation(deps, {
      kind: 'undo',
      actor,
      correlation,
      accounts: accountUndos,
      skipped,
      undoOf: mutation.id,
    });
    setUndoneBy(db, mutation.id, applied.id);
    restoreSnoozes(deps, mutation, applied, actor);
    const { updated, isOvertaken: isDecidedAnew } = restoreRules(deps, mutation, { accounts, actor });
    if (isDecidedAnew && accountUndos.length === 0) throw decidedAnew();
    const restored = restoreDoneMarks(db, mutation, applied) + restoreTodos(db, mutation, applied);
    if (accountUndos.length + restored === 0 && changesModes(db, mutation)) throw overtaken();
    const relabelledAccounts = accountUndos
      .filter(({ hasCancelledEdit }) => hasCancelledEdit)
      .map(({ account }) => account);
    onMutationResult({
      updated,
      queued: [],
      hasUnsettled: false,
      relabelledAccounts,
      ...completeFinishedMutations({ db, clock }, [mutation.id]),
    });
    return applied;
  });
}

/** Whether a mutation marked mail as done or changed to-dos, or undid that. */
function changesModes(db: WriteDb, mutation: Mutation): boolean {
  const kind = originOf(db, mutation)?.original.kind;
  return kind === 'mode_done' || kind === 'todo';
}

type AccountUndo = AccountMutation & {
  targets: AccountMutation['targets'][number][];
  before: FolderEdit[];
  after: FolderEdit[];
  /** A folder edit was reverted before it was sent. */
  hasCancelledEdit: boolean;
  /** A folder edit is left as it is, because the folder was changed since. */
  hasOvertakenEdit: boolean;
};

function isEmpty({ targets, before, after, hasCancelledEdit }: AccountUndo): boolean {
  return !hasCancelledEdit && targets.length + before.length + after.length === 0;
}

function planUndo(
  db: WriteDb,
  { id, kind }: Mutation,
  accounts: readonly Account[],
): { accountUndos: AccountUndo[]; skipped: SkippedMessage[]; isOvertaken: boolean } {
  const accountUndos = new Map<number, AccountUndo>(
    accounts.map((account) => [
      account.id,
      { account, changes: [], targets: [], before: [], after: [], hasCancelledEdit: false, hasOvertakenEdit: false },
    ]),
  );
  const skipped: SkippedMessage[] = [];
  const maps = labelMaps(db);
  // The latest operation is undone first, because it may depend on earlier ones.
  const operations = operationsOf(db, id).toReversed();
  const settledByMessage = settledPlacements(
    db,
    operations.flatMap(({ message }) => message ?? []),
  );
  for (const operation of operations) {
    const accountUndo = accountUndos.get(operation.account);
    if (!accountUndo || operation.inverse === null || ['refused', 'cancelled'].includes(operation.state)) continue;
    // A folder that was only created as the target of a move stays.
    if (operation.folder !== null) {
      if (kind.endsWith('_label') || kind === 'undo') undoEdit(db, accountUndo, operation);
    } else undoMessage(db, { accountUndo, skipped, labels: maps(operation.account), settledByMessage }, operation);
  }
  const all = [...accountUndos.values()];
  const isOvertaken = skipped.length > 0 || all.some(({ hasOvertakenEdit }) => hasOvertakenEdit);
  return { accountUndos: all.filter((accountUndo) => !isEmpty(accountUndo)), skipped, isOvertaken };
}

function undoMessage(
  db: WriteDb,
  {
    accountUndo,
    skipped,
    labels,
    settledByMessage,
  }: {
    accountUndo: AccountUndo;
    skipped: SkippedMessage[];
    labels: LabelMap;
    settledByMessage: ReturnType<typeof settledPlacements>;
  },
  { id, message, message_id, inverse, state, attempts }: Operation,
): void {
  if (message === null || message_id === null || inverse === null) return;
  const placements = settledByMessage.get(message) ?? displayedPlacements(db, message, labels);
  const fullRestore = JSON.parse(inverse) as RestoreChange;
  const applicable = remainingInverse(fullRestore, placements);
  if (!applicable) return void skipped.push({ message_id, outcome: 'skipped', reason: overtakenReason });
  if (applicable.put.some(({ label }) => isGone(labels.byId.get(label), accountUndo)))
    return void skipped.push({ message_id, outcome: 'skipped', reason: labelGoneReason });
  const isUnsent = (state === 'new' || state === 'queued') && attempts === 0;
  if (!isUnsent || !isDeepStrictEqual(applicable, fullRestore)) {
    accountUndo.targets.push({ id: message, message_id, changes: [applicable] });
    return;
  }
  saveOperation(db, id, { state: 'cancelled' });
  accountUndo.targets.push({
    id: message,
    message_id,
    redo: inverseOf(placements, displayedPlacements(db, message, labels)) ?? null,
  });
}

/** The label was deleted, here or by another client, and this undo does not restore it. */
function isGone(label: Label | undefined, { before }: Pick<AccountUndo, 'before'>): boolean {
  if (label && before.some((edit) => edit.label === label.id)) return false;
  return !label || label.pending === 'delete' || label.selectable === 0;
}

function undoEdit(db: WriteDb, accountUndo: AccountUndo, { id, folder, state, attempts }: Operation): void {
  const edit = parseFolderEdit(folder ?? '');
  const label = labelById(db, edit.label);
  if (!label || isEditOvertaken(db, edit, label, accountUndo)) {
    accountUndo.hasOvertakenEdit = true;
    return;
  }
  if (state === 'queued' && attempts === 0) {
    saveOperation(db, id, { state: 'cancelled' });
    revertFolderEdit(db, edit);
    accountUndo.hasCancelledEdit = true;
    return;
  }
  const inverse = inverseFolderEdit(edit);
  if (inverse.do === 'delete') accountUndo.after.push(inverse);
  else accountUndo.before.push(inverse);
}

/**
 * Whether a label was renamed or deleted since, or other mail was added to it; a folder that is in use is not deleted.
 */
function isEditOvertaken(
  db: WriteDb,
  edit: FolderEdit,
  label: Label,
  { targets }: Pick<AccountUndo, 'targets'>,
): boolean {
  switch (edit.do) {
    case 'rename':
      return label.name !== edit.to.name || label.pending === 'delete';
    case 'delete':
      return label.pending !== 'delete' && label.selectable === 1;
    case 'create':
      return label.role !== null || label.pending === 'delete' || holdsOtherMail(db, label, targets);
  }
}

/** Whether a label holds mail other than the messages that this undo removes from it. */
function holdsOtherMail(db: WriteDb, { id }: Pick<Label, 'id'>, targets: AccountUndo['targets']): boolean {
  const leaving = jsonList(targets.map((target) => target.id));
  return (
    db.get(sql`
      SELECT 1 FROM label_messages
      WHERE label = ${id} AND message NOT IN (SELECT value FROM json_each(${leaving})) LIMIT 1`) !== undefined
  );
}

const labelGoneReason = 'The label it had no longer exists.';
const overtakenReason = 'The message has been changed since, so it was left as it is.';

function alreadyUndone(): Failure {
  return new Failure('conflict', 'already_undone', noUndoReasons.undone);
}

function expired(): Failure {
  return new Failure('conflict', 'undo_expired', noUndoReasons.expired);
}

function overtaken(): Failure {
  return new Failure('conflict', 'overtaken', 'The messages have been changed since, so nothing was undone.');
}

function decidedAnew(): Failure {
  const sentence = 'You’ve made another decision about this sender since, so nothing was undone.';
  return new Failure('conflict', 'overtaken', sentence);
}

function nothingToUndo(): Failure {
  return new Failure('conflict', 'nothing_to_undo', noUndoReasons.nothing);
}
