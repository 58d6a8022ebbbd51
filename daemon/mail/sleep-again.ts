import { instantOf, type Clock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import type { WriteDb } from '../store/db.ts';
import type { Actor, Applied } from './apply.ts';
import { labelMap } from './labels.ts';
import type { Restore } from './mutations/change.ts';
import { mutationById, type About, type Mutation } from './mutations/journal.ts';
import { operationsOf, type Operation } from './mutations/operations.ts';
import { saveSnoozes, type NewSnooze } from './snoozes.ts';

type AgainParts = { db: WriteDb; clock: Clock };

/**
 * An undo may put mail away again: it then wakes when it was to. `undone` is the mutation that `applied` took back. Throws
 * Failure `undo_expired` where the time has come, for it would wake at once.
 */
export function sleepAgain(
  { db, clock }: AgainParts,
  undone: Mutation,
  { id }: Pick<Applied, 'id'>,
  actor: Actor,
): void {
  const wake_at = asleepUntil(db, undone);
  if (wake_at === undefined) return;
  const snoozed_at = instantOf(clock.now());
  if (wake_at <= snoozed_at) throw timeHasCome();
  const snoozes = operationsOf(db, id).flatMap((operation) => snoozeFrom(db, operation) ?? []);
  saveSnoozes(db, snoozes, { wake_at, snoozed_at, mutation: id, ...actor });
}

/** Until when mail is away once a mutation is taken back; undefined where that puts none away. */
function asleepUntil(db: WriteDb, undone: Mutation): string | undefined {
  let first = undone;
  let isKept = false;
  while (first.undo_of !== null) {
    const earlier = mutationById(db, first.undo_of);
    if (!earlier) return undefined;
    first = earlier;
    isKept = !isKept;
  }
  const isAway = (first.kind === 'snooze' && isKept) || (first.kind === 'unsnooze' && !isKept);
  return isAway ? (JSON.parse(first.about) as About).until : undefined;
}

function snoozeFrom(db: WriteDb, { account, message, inverse }: Operation): NewSnooze | undefined {
  if (message === null) return undefined;
  const restore = inverse === null ? undefined : (JSON.parse(inverse) as Restore);
  const label = labelMap(db, account).everything ?? restore?.take[0];
  return label === undefined ? undefined : { message, label, restore };
}

function timeHasCome(): Failure {
  const sentence = 'The time this mail was snoozed until has come, so it stays where it is. Snooze it anew.';
  return new Failure('conflict', 'undo_expired', sentence);
}
