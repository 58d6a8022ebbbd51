import type { RestoreChange } from '../change.ts';
import { withoutFlags, withFlags } from './flag-sets.ts';
import type { PlacementState, Planner } from './planner.ts';

/** Takes back what a change did, as far as nobody has done so already. Carried out twice, it does nothing the second time. */
export function planRestore(planning: Planner, change: RestoreChange): void {
  const start = planning.current();
  const removable = removablePlacements(planning, change);
  const alreadyBack = placementsAlreadyBack(planning, change, removable);
  const placedSlots = new Set<number>();
  const puts = restoreOrder(change.put, removable);
  for (const [index, target] of puts.entries()) {
    const placement = alreadyBack.get(target);
    if (placement) {
      planning.dropOtherPlacements(placement.slot);
      restoreOwnFlags(planning, placement, target);
    }
    const later = puts.slice(index + 1);
    placedSlots.add(placement?.slot ?? restorePlacement(planning, target, { start, removable, later }));
  }
  for (const { slot } of removable) {
    const { allMail } = planning.labels;
    if (allMail === undefined) planning.expunge(slot);
    else planning.move(slot, allMail);
  }
  const others = planning.current().filter(({ slot }) => !placedSlots.has(slot));
  restoreFlags(planning, others, change.kept);
}

type RestoreTarget = RestoreChange['put'][number];

/**
 * Which of the places it is to have again it has already: of several in one label those that look like it, and none that
 * it kept.
 */
function placementsAlreadyBack(
  planning: Planner,
  { put, kept }: RestoreChange,
  removable: readonly PlacementState[],
): Map<RestoreTarget, PlacementState> {
  const found = new Map<RestoreTarget, PlacementState>();
  for (const label of new Set(put.map((target) => target.label))) {
    const candidates = planning
      .current()
      .filter((placement) => placement.label === label && !removable.includes(placement));
    for (const own of kept.filter((each) => each.label === label)) {
      const placement = bestMatch(candidates, { at: label, ...own });
      if (placement) candidates.splice(candidates.indexOf(placement), 1);
    }
    const pairs = put
      .filter((target) => target.label === label)
      .flatMap((target) =>
        candidates.toReversed().map((placement) => ({
          target,
          placement,
          difference: flagDifference(placement.flags, target.flags),
        })),
      )
      .toSorted((one, other) => one.difference - other.difference);
    const taken = new Set<PlacementState>();
    for (const { target, placement } of pairs)
      if (!found.has(target) && !taken.has(placement)) {
        found.set(target, placement);
        taken.add(placement);
      }
  }
  return found;
}

/** First what still lies where it was left: of two that go to one label, the other one is back already. */
function restoreOrder(put: readonly RestoreTarget[], removable: readonly PlacementState[]): RestoreTarget[] {
  const isLeft = ({ at }: RestoreTarget) => removable.some(({ label }) => label === at);
  return [...put.filter(isLeft), ...put.filter((target) => !isLeft(target))];
}

/** With its flags first: once it lies there again, nobody can tell whether they are still to be set. */
function restorePlacement(
  planning: Planner,
  target: RestoreTarget,
  {
    start,
    removable,
    later,
  }: { start: readonly PlacementState[]; removable: PlacementState[]; later: readonly RestoreTarget[] },
): number {
  const placement = bestMatch(removable, target, later);
  if (placement) {
    removable.splice(removable.indexOf(placement), 1);
    restoreOwnFlags(planning, placement, target);
    planning.move(placement.slot, target.label);
    return placement.slot;
  }
  const there = planning.current();
  const source =
    bestMatch(
      start.filter(({ slot }) => there.some((each) => each.slot === slot)),
      target,
    ) ?? there[0]!;
  const slot = planning.copy(source.slot, target.label);
  // Another place says nothing of what was set or taken since where this one was left.
  const isOther = target.at !== null && source.label !== target.at;
  restoreOwnFlags(planning, { ...source, slot, flags: isOther ? target.left : source.flags }, target);
  return slot;
}

/** What it got and still has too much of. What somebody has taken back already is not taken again. */
function removablePlacements(planning: Planner, change: RestoreChange): PlacementState[] {
  const { allMail } = planning.labels;
  return [...new Set(change.take)].flatMap((label) => {
    const inLabel = label === allMail ? [] : planning.current().filter((place) => place.label === label);
    const count = Math.min(countLabel(change.take, label), inLabel.length - targetCount(change, label));
    return sortByMatch(
      inLabel,
      change.put.filter(({ at }) => at === label),
    ).slice(0, Math.max(0, count));
  });
}

/** Those first that look like what is to go back, then what came last. */
function sortByMatch(placements: readonly PlacementState[], put: readonly RestoreTarget[]): PlacementState[] {
  const remaining = placements.toReversed();
  const first = put.flatMap((target, index) => {
    const placement = bestMatch(remaining, target, put.slice(index + 1));
    return placement ? remaining.splice(remaining.indexOf(placement), 1) : [];
  });
  return [...first, ...remaining];
}

/** Whether a message that lies at `places` is to be put there. */
export function isMissingPlacement(
  placements: readonly PlacementState[],
  change: RestoreChange,
  { label }: RestoreTarget,
): boolean {
  const labels = placements.map((place) => place.label);
  return countLabel(labels, label) < targetCount(change, label);
}

/** How many places a message is to have in a label. */
function targetCount({ put, kept }: RestoreChange, label: number): number {
  return [...put, ...kept].filter((each) => each.label === label).length;
}

function countLabel(labels: readonly number[], label: number): number {
  return labels.filter((each) => each === label).length;
}

/**
 * Each place loses what it got, of several in one label the one that looks like it. What came since has got it from one of
 * those, and what was moved since took it along.
 */
function restoreFlags(planning: Planner, placements: readonly PlacementState[], kept: RestoreChange['kept']): void {
  const others = [...placements];
  const moved = kept.filter((own, index) => {
    const later = kept.slice(index + 1).filter(({ label }) => label === own.label);
    const there = others.filter(({ label }) => label === own.label);
    const placement = bestMatch(
      there,
      { at: own.label, ...own },
      later.map((each) => ({ at: each.label, ...each })),
    );
    if (!placement) return true;
    others.splice(others.indexOf(placement), 1);
    planning.flags(placement.slot, own);
    return false;
  });
  for (const { slot } of others) for (const change of moved.length > 0 ? moved : kept) planning.flags(slot, change);
}

type MatchCriteria = Pick<RestoreTarget, 'at' | 'left'> & Partial<Pick<RestoreTarget, 'flags'>>;

/** The place that is most likely the one that is to go back; of several the one that is least like what goes back `later`. */
function bestMatch(
  placements: readonly PlacementState[],
  criteria: MatchCriteria,
  later: readonly MatchCriteria[] = [],
): PlacementState | undefined {
  const isBetter = (one: PlacementState, other: PlacementState) => {
    const difference = mismatch(one, criteria) - mismatch(other, criteria);
    const sum = (place: PlacementState) => later.reduce((all, each) => all + mismatch(place, each), 0);
    return difference !== 0 ? difference < 0 : sum(one) > sum(other);
  };
  return placements.reduce<PlacementState | undefined>(
    (best, place) => (best && !isBetter(place, best) ? best : place),
    undefined,
  );
}

/** From where it was left, with the flags it was left with; or with its former ones, where it was broken off after these. */
function mismatch({ label, flags: now }: PlacementState, { at, left, flags: former }: MatchCriteria): number {
  const isBegun = former !== undefined && flagDifference(now, former) === 0;
  return (isBegun ? 0 : flagDifference(now, left)) + (label === at ? 0 : 100);
}

function flagDifference(flags: readonly string[], others: readonly string[]): number {
  return withoutFlags(flags, others).length + withoutFlags(others, flags).length;
}

/** The flags it had, but for what was set or taken since. `place` is where it comes from, as it was before. */
function restoreOwnFlags(
  planning: Planner,
  { slot, flags: now }: PlacementState,
  { flags, left }: RestoreTarget,
): void {
  const targetFlags = withFlags(flags, withoutFlags(now, left), withoutFlags(left, now));
  const { flags: present, uncertainFlags = [] } = planning.current().find((place) => place.slot === slot) ?? {
    flags: [],
  };
  planning.flags(slot, {
    add: targetFlags,
    remove: withoutFlags([...present, ...withoutFlags(uncertainFlags, present)], targetFlags),
  });
}
