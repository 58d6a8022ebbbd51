import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Actor, AppliedMutation } from '../mutations/apply.ts';
import { labelMap } from '../labels/labels.ts';
import type { RestoreChange } from '../mutations/change.ts';
import { originOf, type MutationDetails, type Mutation } from '../mutations/journal.ts';
import { operationsOf, type Operation } from '../mutations/operations.ts';
import { saveSnoozes, type NewSnooze } from './snoozes.ts';

type RestoreSnoozeDeps = { db: WriteDb; clock: Clock };

/**
 * An undo may snooze messages again: they then wake at their original time. `undone` is the mutation that was undone,
 * `id` is the undo. Throws Failure `undo_expired` if that time has passed, because the messages would wake
 * immediately.
 */
export function restoreSnoozes(
  { db, clock }: RestoreSnoozeDeps,
  undone: Mutation,
  { id }: Pick<AppliedMutation, 'id'>,
  actor: Actor,
): void {
  const wake_at = restoredWakeTime(db, undone);
  if (wake_at === undefined) return;
  const snoozed_at = instantOf(clock.now());
  if (wake_at <= snoozed_at) throw wakeTimePassed();
  const snoozes = operationsOf(db, id).flatMap((operation) => snoozeFrom(db, operation) ?? []);
  saveSnoozes(db, snoozes, { wake_at, snoozed_at, mutation: id, ...actor });
}

/** The wake time that the undo of a mutation restores; undefined if it does not snooze messages. */
function restoredWakeTime(db: WriteDb, undone: Mutation): string | undefined {
  const origin = originOf(db, undone);
  if (!origin) return undefined;
  const { original, isRedone } = origin;
  const snoozes = original.kind === 'snooze' || original.kind === 'rule';
  const isSnoozed = (snoozes && isRedone) || (original.kind === 'unsnooze' && !isRedone);
  return isSnoozed ? (JSON.parse(original.about) as MutationDetails).until : undefined;
}

function snoozeFrom(db: WriteDb, { account, message, inverse }: Operation): NewSnooze | undefined {
  if (message === null) return undefined;
  const restore = inverse === null ? undefined : (JSON.parse(inverse) as RestoreChange);
  const label = labelMap(db, account).serverAllMail ?? restore?.take[0];
  return label === undefined ? undefined : { message, label, restore };
}

function wakeTimePassed(): Failure {
  const sentence = 'This mail is already back from its snooze. Snooze it again.';
  return new Failure('conflict', 'undo_expired', sentence);
}
