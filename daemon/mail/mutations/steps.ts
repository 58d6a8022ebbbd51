import type { Change } from './change.ts';
import { planner, type Labels, type Place, type Planner, type Step } from './planner.ts';
import { restore } from './restore.ts';

export type { Labels, Place, Step };

export type Planned = { steps: Step[]; places: readonly Place[] };

/**
 * What changes come to for a message that lies at `places`, one after the other, and where it lies then. The rules of
 * decision 17 and of every conflict stand here and nowhere else: what somebody else did is the ground, and
 * a change does to it what is left to do. Nothing is ever expunged but a copy beside which another stays.
 */
export function plan(changes: readonly Change[], places: readonly Place[], labels: Labels): Planned {
  const planning = planner(places, labels);
  for (const change of changes) if (places.length > 0) carryOut(planning, change);
  return { steps: planning.steps, places: planning.now() };
}

function carryOut(planning: Planner, change: Change): void {
  switch (change.do) {
    case 'flags':
      for (const { slot } of planning.now()) planning.flags(slot, change);
      return;
    case 'archive':
      for (const { slot } of planning.inRole('inbox', 'trash', 'spam')) planning.move(slot, change.to);
      return;
    case 'trash':
      return gather(planning, change.to, planning.now());
    case 'spam':
      return gather(planning, change.to, outsideOwn(planning));
    case 'move':
      for (const { slot } of movable(planning, change.to)) planning.move(slot, change.to);
      return;
    case 'label':
      return relabel(planning, change);
    case 'restore':
      return restore(planning, change);
  }
}

/** Every place goes to one label; on a server whose folders are labels the first takes the others along. */
function gather(planning: Planner, to: number, places: readonly Place[]): void {
  for (const { slot } of places) planning.move(slot, to);
}

/** What one has sent or is writing is no spam. */
function outsideOwn(planning: Planner): readonly Place[] {
  const own = planning.inRole('sent', 'drafts');
  return own.length === planning.now().length ? own : planning.now().filter((place) => !own.includes(place));
}

/**
 * What a move takes along: the inbox if it lies there; else nothing if it lies at its goal, for it may have got there by
 * this move; else archive, bin and spam; else all but what one sent.
 */
function movable(planning: Planner, to: number): readonly Place[] {
  const inbox = planning.inRole('inbox').filter(({ label }) => label !== to);
  if (inbox.length > 0 || planning.lies(to)) return inbox;
  const kept = planning.inRole('archive', 'trash', 'spam');
  if (kept.length > 0) return kept;
  if (planning.labels.allMail === undefined) return outsideOwn(planning);
  planning.copy(planning.now()[0]!.slot, to);
  return [];
}

function relabel(planning: Planner, { add, remove, rest }: Change & { do: 'label' }): void {
  const isTaken = ({ label }: Place) => remove.includes(label) && !add.includes(label);
  let leaving = planning.now().filter((place) => isTaken(place) && place.label !== planning.labels.allMail);
  for (const label of add) {
    if (planning.lies(label)) continue;
    const [first] = leaving;
    if (first) {
      planning.move(first.slot, label);
      leaving = leaving.slice(1);
    } else addPlace(planning, label);
  }
  for (const { slot } of leaving) {
    const staysElsewhere = planning
      .now()
      .some((place) => place.slot !== slot && (!isTaken(place) || place.label === rest));
    const { allMail } = planning.labels;
    // A server whose folders are labels may bin what is expunged; what is put with the rest of the mail is only unlabelled.
    if (allMail !== undefined) planning.move(slot, allMail);
    else if (staysElsewhere) planning.expunge(slot);
    else if (rest !== 0) planning.move(slot, rest);
  }
}

/** A copy that is one too many where it lies is moved; else one is made. */
function addPlace(planning: Planner, label: number): void {
  const surplus = planning.surplus();
  if (surplus) planning.move(surplus.slot, label);
  else planning.copy(planning.now()[0]!.slot, label);
}
