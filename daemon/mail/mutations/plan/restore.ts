import type { RestoreChange } from '../change.ts';
import { withoutFlags, withFlags } from './flag-sets.ts';
import type { PlacementState, Planner } from './planner.ts';

/**
 * Reverts a change, except for the parts that are already reverted. Applied twice, it has no effect the second time.
 */
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
 * The placements to restore that already exist: of several in one label the most similar ones, and none that the change
 * kept.
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

/**
 * Targets whose placement is still where the change left it come first: of two with the same label, the other one is
 * already back.
 */
function restoreOrder(put: readonly RestoreTarget[], removable: readonly PlacementState[]): RestoreTarget[] {
  const isLeft = ({ at }: RestoreTarget) => removable.some(({ label }) => label === at);
  return [...put.filter(isLeft), ...put.filter((target) => !isLeft(target))];
}

/** Restores the flags before the move: after it, a repetition could not tell whether they are still to be set. */
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
  // Another placement does not show which flags were changed later at the place where this one was left.
  const isOther = target.at !== null && source.label !== target.at;
  restoreOwnFlags(planning, { ...source, slot, flags: isOther ? target.left : source.flags }, target);
  return slot;
}

/**
 * The placements that the change added and that are still surplus. Those that are already removed are not removed
 * again.
 */
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

/** First the placements that match those to be restored, then the latest ones. */
function sortByMatch(placements: readonly PlacementState[], put: readonly RestoreTarget[]): PlacementState[] {
  const remaining = placements.toReversed();
  const first = put.flatMap((target, index) => {
    const placement = bestMatch(remaining, target, put.slice(index + 1));
    return placement ? remaining.splice(remaining.indexOf(placement), 1) : [];
  });
  return [...first, ...remaining];
}

/** Whether a message with these placements still lacks this one. */
export function isMissingPlacement(
  placements: readonly PlacementState[],
  change: RestoreChange,
  { label }: RestoreTarget,
): boolean {
  const labels = placements.map((place) => place.label);
  return countLabel(labels, label) < targetCount(change, label);
}

/** The number of placements that a message is to have in a label. */
function targetCount({ put, kept }: RestoreChange, label: number): number {
  return [...put, ...kept].filter((each) => each.label === label).length;
}

function countLabel(labels: readonly number[], label: number): number {
  return labels.filter((each) => each === label).length;
}

/**
 * Reverts the flag changes of each kept placement, of several in one label of the most similar one. Later copies have
 * their flags from one of these, and placements that moved later took the flags with them.
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

/** The best match; of equal ones the one that is least similar to the `later` targets. */
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

/**
 * The distance from the label and flags that the change left; the restored flags match too, if the undo was interrupted
 * after setting them.
 */
function mismatch({ label, flags: now }: PlacementState, { at, left, flags: former }: MatchCriteria): number {
  const isBegun = former !== undefined && flagDifference(now, former) === 0;
  return (isBegun ? 0 : flagDifference(now, left)) + (label === at ? 0 : 100);
}

function flagDifference(flags: readonly string[], others: readonly string[]): number {
  return withoutFlags(flags, others).length + withoutFlags(others, flags).length;
}

/** Restores the flags, except for later changes. `slot` and `now` describe the source placement before the move. */
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
