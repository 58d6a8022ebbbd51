import type { Change } from '../change.ts';
import { createPlanner, type LabelRules, type PlacementState, type Planner, type Step } from './planner.ts';
import { planRestore } from './restore.ts';

export type { LabelRules, PlacementState, Step };

type MutationPlan = { steps: Step[]; placements: readonly PlacementState[] };

/**
 * The steps and the resulting placements of changes to a message with these placements, in order. All rules of decision
 * 17 and of every conflict are here and nowhere else: changes by other clients are taken as given, and a change adds
 * what is left to do. Only a copy is ever expunged, and only if another copy remains.
 */
export function plan(
  changes: readonly Change[],
  placements: readonly PlacementState[],
  labels: LabelRules,
): MutationPlan {
  const planning = createPlanner(placements, labels);
  for (const change of changes) if (placements.length > 0) planChange(planning, change);
  return { steps: planning.steps, placements: planning.current() };
}

function planChange(planning: Planner, change: Change): void {
  switch (change.do) {
    case 'flags':
      for (const { slot } of planning.current()) planning.flags(slot, change);
      return;
    case 'archive':
      for (const { slot } of planning.inRole('inbox', 'trash', 'spam')) planning.merge(slot, change.to);
      return;
    case 'trash':
      return moveAll(planning, change.to, planning.current());
    case 'spam':
      return moveAll(planning, change.to, withoutSentAndDrafts(planning));
    case 'move':
      for (const { slot } of placementsToMove(planning, change.to)) planning.merge(slot, change.to);
      return;
    case 'label':
      return planRelabel(planning, change);
    case 'restore':
      return planRestore(planning, change);
  }
}

/** Brings every placement to one label; on a server whose folders are labels the first move includes the others. */
function moveAll(planning: Planner, to: number, places: readonly PlacementState[]): void {
  for (const { slot } of places) planning.merge(slot, to);
}

/** Messages that the user sent or is writing are not spam. */
function withoutSentAndDrafts(planning: Planner): readonly PlacementState[] {
  const own = planning.inRole('sent', 'drafts');
  return own.length === planning.current().length ? own : planning.current().filter((place) => !own.includes(place));
}

/**
 * The placements that a move affects: the inbox if the message is there; else none if it is already at its target,
 * because this move may have brought it there; else archive, trash and spam; else all except sent mail.
 */
function placementsToMove(planning: Planner, to: number): readonly PlacementState[] {
  const inbox = planning.inRole('inbox').filter(({ label }) => label !== to);
  if (inbox.length > 0 || planning.isInLabel(to)) return inbox;
  const kept = planning.inRole('archive', 'trash', 'spam');
  if (kept.length > 0) return kept;
  if (planning.labels.allMail === undefined) return withoutSentAndDrafts(planning);
  planning.copy(planning.current()[0]!.slot, to);
  return [];
}

function planRelabel(planning: Planner, { add, remove, rest }: Change & { do: 'label' }): void {
  const isRemoved = ({ label }: PlacementState) => remove.includes(label) && !add.includes(label);
  let removed = planning.current().filter((place) => isRemoved(place) && place.label !== planning.labels.allMail);
  for (const label of add) {
    if (planning.isInLabel(label)) continue;
    const [first] = removed;
    if (first) {
      planning.move(first.slot, label);
      removed = removed.slice(1);
    } else addPlacement(planning, label);
  }
  for (const { slot } of removed) {
    const staysElsewhere = planning
      .current()
      .some((place) => place.slot !== slot && (!isRemoved(place) || place.label === rest));
    const { allMail } = planning.labels;
    // A server whose folders are labels may trash expunged messages; moving to all mail only removes the label.
    if (allMail !== undefined) planning.move(slot, allMail);
    else if (staysElsewhere) planning.expunge(slot);
    else if (rest !== 0) planning.move(slot, rest);
  }
}

/** Moves a duplicate copy if there is one; else makes a copy. */
function addPlacement(planning: Planner, label: number): void {
  const surplus = planning.duplicate();
  if (surplus) planning.move(surplus.slot, label);
  else planning.copy(planning.current()[0]!.slot, label);
}
