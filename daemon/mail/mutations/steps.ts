import type { FolderRole } from '../../providers/provider.ts';
import type { Change, Restore } from './change.ts';

/** Where a message lies, or would. `slot` names the place through all steps, also when it moves. */
export type Place = { slot: number; label: number; flags: readonly string[] };

/** What is done to one place: all that a provider is ever asked to do. */
export type Step =
  | { do: 'flags'; slot: number; add: readonly string[]; remove: readonly string[] }
  | { do: 'move'; slot: number; to: number }
  /** `as` is the slot of the copy. */
  | { do: 'copy'; slot: number; to: number; as: number }
  | { do: 'expunge'; slot: number };

/** What the labels of an account are for, and where all its mail lies on a server whose folders are labels. */
export type Labels = { roleOf: (label: number) => FolderRole | null; allMail?: number | undefined };

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

type Planner = ReturnType<typeof planner>;

function planner(places: readonly Place[], labels: Labels) {
  let now = [...places];
  let nextSlot = Math.max(-1, ...places.map(({ slot }) => slot)) + 1;
  const steps: Step[] = [];
  const lies = (label: number) => now.some((place) => place.label === label);
  const isAway = (label: number) => ['trash', 'spam'].includes(labels.roleOf(label) ?? '');
  const replace = (slot: number, change: Partial<Place>) =>
    (now = now.map((place) => (place.slot === slot ? { ...place, ...change } : place)));

  /** Mail of a server whose folders are labels lies in each once, and with all the rest unless it is in the bin or spam. */
  const settle = (to: number, slot: number) => {
    const { allMail } = labels;
    if (allMail === undefined) return;
    if (isAway(to)) now = now.filter((place) => place.slot === slot);
    else now = now.filter(({ label, slot: each }) => each === slot || (label !== to && !isAway(label)));
    const moved = now.find((place) => place.slot === slot);
    if (moved && !isAway(to) && !lies(allMail)) now = [...now, { ...moved, slot: nextSlot++, label: allMail }];
  };

  return {
    labels,
    steps,
    lies,
    now: () => now,
    inRole: (...roles: FolderRole[]) =>
      now.filter(({ label }) => {
        const role = labels.roleOf(label);
        return role !== null && roles.includes(role);
      }),
    flags(slot: number, { add, remove }: { add: readonly string[]; remove: readonly string[] }) {
      const place = now.find((each) => each.slot === slot);
      if (!place) return;
      const missing = add.filter((flag) => !hasFlag(place.flags, flag));
      const present = remove.filter((flag) => hasFlag(place.flags, flag));
      if (missing.length + present.length === 0) return;
      steps.push({ do: 'flags', slot, add: missing, remove: present });
      replace(slot, { flags: withFlags(place.flags, missing, present) });
    },
    move(slot: number, to: number) {
      const place = now.find((each) => each.slot === slot);
      if (!place || place.label === to) return;
      steps.push({ do: 'move', slot, to });
      replace(slot, { label: to });
      settle(to, slot);
    },
    copy(slot: number, to: number): number {
      const place = now.find((each) => each.slot === slot);
      const as = nextSlot++;
      if (!place) return as;
      steps.push({ do: 'copy', slot, to, as });
      now = [...now, { ...place, slot: as, label: to }];
      settle(to, as);
      return as;
    },
    /** Of a place beside which another stays. */
    expunge(slot: number) {
      if (now.length < 2) return;
      steps.push({ do: 'expunge', slot });
      now = now.filter((place) => place.slot !== slot);
    },
    /** A place of which the message has another in the same label: it can go elsewhere at no loss. The one that came last. */
    surplus: () => now.findLast((place) => now.some(({ label, slot }) => label === place.label && slot < place.slot)),
  };
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

/** What a move takes along: the inbox if it lies there; else archive, bin and spam; else all but what one sent. */
function movable(planning: Planner, to: number): readonly Place[] {
  const elsewhere = (places: readonly Place[]) => places.filter(({ label }) => label !== to);
  const inbox = elsewhere(planning.inRole('inbox'));
  if (inbox.length > 0) return inbox;
  const kept = elsewhere(planning.inRole('archive', 'trash', 'spam'));
  if (kept.length > 0) return kept;
  if (planning.labels.allMail !== undefined) {
    if (!planning.lies(to)) planning.copy(planning.now()[0]!.slot, to);
    return [];
  }
  return planning.lies(to) ? [] : outsideOwn(planning);
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
    const staysElsewhere = planning.now().some((place) => place.slot !== slot && !isTaken(place));
    // A server whose folders are labels may bin what is expunged; what is put with the rest of the mail is only unlabelled.
    if (staysElsewhere && planning.labels.allMail === undefined) planning.expunge(slot);
    else if (rest !== 0) planning.move(slot, rest);
  }
}

/** A copy that is one too many where it lies is moved; else one is made. Gives its slot. */
function addPlace(planning: Planner, label: number): number {
  const surplus = planning.surplus();
  if (!surplus) return planning.copy(planning.now()[0]!.slot, label);
  planning.move(surplus.slot, label);
  return surplus.slot;
}

function restore(planning: Planner, { put, take, flags }: Restore): void {
  let leaving = taken(planning, take);
  const missing = notThere(planning, put);
  for (const { label, flags: wanted } of missing) {
    const [first] = leaving;
    const slot = first ? first.slot : addPlace(planning, label);
    setFlags(planning, slot, wanted);
    if (first) planning.move(slot, label);
    leaving = leaving.slice(1);
  }
  for (const { slot } of leaving) {
    const { allMail } = planning.labels;
    if (allMail === undefined) planning.expunge(slot);
    else planning.move(slot, allMail);
  }
  for (const { label, ...change } of flags) {
    const there = planning.now().filter((place) => place.label === label);
    for (const { slot } of there.length > 0 ? there : planning.now()) planning.flags(slot, change);
  }
}

/** Of each label as many places as it is named, those that came last. */
function taken(planning: Planner, labels: readonly number[]): Place[] {
  return [...new Set(labels)].flatMap((label) => {
    const there = planning.now().filter((place) => place.label === label);
    const count = labels.filter((each) => each === label).length;
    return label === planning.labels.allMail ? [] : there.slice(-count);
  });
}

function notThere(planning: Planner, wanted: Restore['put']): Restore['put'] {
  const free = planning.now().map(({ label }) => label);
  return wanted.filter(({ label }) => {
    const index = free.indexOf(label);
    if (index >= 0) free.splice(index, 1);
    return index < 0;
  });
}

function setFlags(planning: Planner, slot: number, wanted: readonly string[]): void {
  const present = planning.now().find((place) => place.slot === slot)?.flags ?? [];
  planning.flags(slot, { add: wanted, remove: present.filter((flag) => !hasFlag(wanted, flag)) });
}

/** Flags are the same in any case (RFC 3501, section 2.3.2). */
export function hasFlag(flags: readonly string[], flag: string): boolean {
  return flags.some((each) => each.toLowerCase() === flag.toLowerCase());
}

export function withFlags(
  flags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] {
  return [...flags.filter((flag) => !hasFlag(remove, flag)), ...add.filter((flag) => !hasFlag(flags, flag))].sort();
}
