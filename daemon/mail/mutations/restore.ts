import type { Restore } from './change.ts';
import { minus, withFlags } from './flag-sets.ts';
import type { Place, Planner } from './planner.ts';

/** Takes back what a change did, as far as nobody has done so already. Carried out twice, it does nothing the second time. */
export function restore(planning: Planner, wish: Restore): void {
  const start = planning.now();
  const leaving = surplusOf(planning, wish);
  const there = placesBack(planning, wish, leaving);
  const back = new Set<number>();
  const puts = inOrder(wish.put, leaving);
  for (const [index, wanted] of puts.entries()) {
    const place = there.get(wanted);
    if (place) {
      planning.keepAlone(place.slot);
      setFlags(planning, place, wanted);
    }
    const later = puts.slice(index + 1);
    back.add(place?.slot ?? putBack(planning, wanted, { start, leaving, later }));
  }
  for (const { slot } of leaving) {
    const { allMail } = planning.labels;
    if (allMail === undefined) planning.expunge(slot);
    else planning.move(slot, allMail);
  }
  const others = planning.now().filter(({ slot }) => !back.has(slot));
  reflag(planning, others, wish.kept);
}

type Wanted = Restore['put'][number];

/**
 * Which of the places it is to have again it has already: of several in one label those that look like it, and none that
 * it kept.
 */
function placesBack(planning: Planner, { put, kept }: Restore, leaving: readonly Place[]): Map<Wanted, Place> {
  const found = new Map<Wanted, Place>();
  for (const label of new Set(put.map((wanted) => wanted.label))) {
    const there = planning.now().filter((place) => place.label === label && !leaving.includes(place));
    for (const own of kept.filter((each) => each.label === label)) {
      const place = likest(there, { at: label, ...own });
      if (place) there.splice(there.indexOf(place), 1);
    }
    const pairs = put
      .filter((wanted) => wanted.label === label)
      .flatMap((wanted) =>
        there.toReversed().map((place) => ({ wanted, place, far: differ(place.flags, wanted.flags) })),
      )
      .toSorted((one, other) => one.far - other.far);
    const taken = new Set<Place>();
    for (const { wanted, place } of pairs)
      if (!found.has(wanted) && !taken.has(place)) {
        found.set(wanted, place);
        taken.add(place);
      }
  }
  return found;
}

/** First what still lies where it was left: of two that go to one label, the other one is back already. */
function inOrder(put: readonly Wanted[], leaving: readonly Place[]): Wanted[] {
  const isLeft = ({ at }: Wanted) => leaving.some(({ label }) => label === at);
  return [...put.filter(isLeft), ...put.filter((wanted) => !isLeft(wanted))];
}

/** With its flags first: once it lies there again, nobody can tell whether they are still to be set. */
function putBack(
  planning: Planner,
  wanted: Wanted,
  { start, leaving, later }: { start: readonly Place[]; leaving: Place[]; later: readonly Wanted[] },
): number {
  const place = likest(leaving, wanted, later);
  if (place) {
    leaving.splice(leaving.indexOf(place), 1);
    setFlags(planning, place, wanted);
    planning.move(place.slot, wanted.label);
    return place.slot;
  }
  const there = planning.now();
  const source =
    likest(
      start.filter(({ slot }) => there.some((each) => each.slot === slot)),
      wanted,
    ) ?? there[0]!;
  const slot = planning.copy(source.slot, wanted.label);
  // Another place says nothing of what was set or taken since where this one was left.
  const isOther = wanted.at !== null && source.label !== wanted.at;
  setFlags(planning, { ...source, slot, flags: isOther ? wanted.left : source.flags }, wanted);
  return slot;
}

/** What it got and still has too much of. What somebody has taken back already is not taken again. */
function surplusOf(planning: Planner, wish: Restore): Place[] {
  const { allMail } = planning.labels;
  return [...new Set(wish.take)].flatMap((label) => {
    const there = label === allMail ? [] : planning.now().filter((place) => place.label === label);
    const count = Math.min(countOf(wish.take, label), there.length - wantedIn(wish, label));
    return likestFirst(
      there,
      wish.put.filter(({ at }) => at === label),
    ).slice(0, Math.max(0, count));
  });
}

/** Those first that look like what is to go back, then what came last. */
function likestFirst(there: readonly Place[], put: readonly Wanted[]): Place[] {
  const left = there.toReversed();
  const first = put.flatMap((wanted, index) => {
    const place = likest(left, wanted, put.slice(index + 1));
    return place ? left.splice(left.indexOf(place), 1) : [];
  });
  return [...first, ...left];
}

/** Whether a message that lies at `places` is to be put there. */
export function isMissing(places: readonly Place[], wish: Restore, { label }: Wanted): boolean {
  const labels = places.map((place) => place.label);
  return countOf(labels, label) < wantedIn(wish, label);
}

/** How many places a message is to have in a label. */
function wantedIn({ put, kept }: Restore, label: number): number {
  return [...put, ...kept].filter((each) => each.label === label).length;
}

function countOf(labels: readonly number[], label: number): number {
  return labels.filter((each) => each === label).length;
}

/**
 * Each place loses what it got, of several in one label the one that looks like it. What came since has got it from one of
 * those, and what was moved since took it along.
 */
function reflag(planning: Planner, places: readonly Place[], kept: Restore['kept']): void {
  const others = [...places];
  const moved = kept.filter((own, index) => {
    const later = kept.slice(index + 1).filter(({ label }) => label === own.label);
    const there = others.filter(({ label }) => label === own.label);
    const place = likest(
      there,
      { at: own.label, ...own },
      later.map((each) => ({ at: each.label, ...each })),
    );
    if (!place) return true;
    others.splice(others.indexOf(place), 1);
    planning.flags(place.slot, own);
    return false;
  });
  for (const { slot } of others) for (const change of moved.length > 0 ? moved : kept) planning.flags(slot, change);
}

type Likeness = Pick<Wanted, 'at' | 'left'> & Partial<Pick<Wanted, 'flags'>>;

/** The place that is most likely the one that is to go back; of several the one that is least like what goes back `later`. */
function likest(places: readonly Place[], wanted: Likeness, later: readonly Likeness[] = []): Place | undefined {
  const isLiker = (one: Place, other: Place) => {
    const difference = distance(one, wanted) - distance(other, wanted);
    const sum = (place: Place) => later.reduce((all, each) => all + distance(place, each), 0);
    return difference !== 0 ? difference < 0 : sum(one) > sum(other);
  };
  return places.reduce<Place | undefined>((best, place) => (best && !isLiker(place, best) ? best : place), undefined);
}

/** From where it was left, with the flags it was left with; or with its former ones, where it was broken off after these. */
function distance({ label, flags: now }: Place, { at, left, flags: former }: Likeness): number {
  const isBegun = former !== undefined && differ(now, former) === 0;
  return (isBegun ? 0 : differ(now, left)) + (label === at ? 0 : 100);
}

function differ(flags: readonly string[], others: readonly string[]): number {
  return minus(flags, others).length + minus(others, flags).length;
}

/** The flags it had, but for what was set or taken since. `place` is where it comes from, as it was before. */
function setFlags(planning: Planner, { slot, flags: now }: Place, { flags, left }: Wanted): void {
  const wanted = withFlags(flags, minus(now, left), minus(left, now));
  const { flags: present, unsure = [] } = planning.now().find((place) => place.slot === slot) ?? { flags: [] };
  planning.flags(slot, { add: wanted, remove: minus([...present, ...minus(unsure, present)], wanted) });
}
