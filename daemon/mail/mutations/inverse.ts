import type { Restore } from './change.ts';
import { hasFlag, type Labels, type Place } from './steps.ts';

/** What takes a message from `after` back to `before`; undefined where they are the same. */
export function inverseOf(before: readonly Place[], after: readonly Place[]): Restore | undefined {
  const stayed = before.flatMap((place) => {
    const same = after.find(({ slot, label }) => slot === place.slot && label === place.label);
    return same ? [{ before: place, after: same }] : [];
  });
  const left = before.filter(({ slot }) => !stayed.some((pair) => pair.before.slot === slot));
  const came = after.filter(({ slot }) => !stayed.some((pair) => pair.after.slot === slot));
  const flags = stayed.flatMap(({ before: was, after: is }) => {
    const add = was.flags.filter((flag) => !hasFlag(is.flags, flag));
    const remove = is.flags.filter((flag) => !hasFlag(was.flags, flag));
    return add.length + remove.length === 0 ? [] : [{ label: was.label, add, remove }];
  });
  if (left.length + came.length + flags.length === 0) return undefined;
  return {
    do: 'restore',
    put: left.map(({ label, flags: had }) => ({ label, flags: [...had] })),
    take: came.map(({ label }) => label),
    flags,
  };
}

/**
 * As much of `restore` as takes back what still stands: where a message has been moved on since, or a flag been set anew,
 * the later wish holds. Undefined where nothing of it stands.
 */
export function standing(restore: Restore, now: readonly Place[], { allMail }: Pick<Labels, 'allMail'>) {
  const lies = (label: number) => now.some((place) => place.label === label);
  const gained = restore.take.filter((label) => label !== allMail);
  const placesStand =
    gained.length > 0 ? gained.every(lies) : restore.put.length > 0 && restore.put.some(({ label }) => !lies(label));
  const flags = restore.flags.filter(({ label, add, remove }) => {
    const there = now.filter((place) => place.label === label);
    const places = there.length > 0 ? there : now;
    return places.some(
      ({ flags: has }) => add.every((flag) => !hasFlag(has, flag)) && remove.every((flag) => hasFlag(has, flag)),
    );
  });
  const left: Restore = {
    do: 'restore',
    put: placesStand ? restore.put : [],
    take: placesStand ? restore.take : [],
    flags,
  };
  return left.put.length + left.take.length + left.flags.length === 0 ? undefined : left;
}
