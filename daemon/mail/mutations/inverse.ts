import type { Restore } from './change.ts';
import { hasFlag } from './flag-sets.ts';
import { isMissing } from './restore.ts';
import type { Place } from './steps.ts';

/** What takes a message from `after` back to `before`; undefined where they are the same. */
export function inverseOf(before: readonly Place[], after: readonly Place[]): Restore | undefined {
  const stayed = before.flatMap((place) => {
    const same = after.find(({ slot, label }) => slot === place.slot && label === place.label);
    return same ? [{ before: place, after: same }] : [];
  });
  const left = before.filter(({ slot }) => !stayed.some((pair) => pair.before.slot === slot));
  const came = after.filter(({ slot }) => !stayed.some((pair) => pair.after.slot === slot));
  const kept = stayed.map(({ before: was, after: is }) => ({
    label: was.label,
    add: was.flags.filter((flag) => !hasFlag(is.flags, flag)),
    remove: is.flags.filter((flag) => !hasFlag(was.flags, flag)),
    flags: [...was.flags],
    left: [...is.flags],
  }));
  if (left.length + came.length === 0 && !kept.some(saysSomething)) return undefined;
  return {
    do: 'restore',
    put: left.map(({ slot, label, flags: had }) => {
      const same = after.find((place) => place.slot === slot);
      return { label, flags: [...had], left: [...((same ?? after[0])?.flags ?? [])], at: same?.label ?? null };
    }),
    take: came.map(({ label }) => label),
    kept,
  };
}

function saysSomething({ add, remove }: Pick<Restore['kept'][number], 'add' | 'remove'>): boolean {
  return add.length + remove.length > 0;
}

/**
 * As much of `restore` as takes back what still stands: where a message has been moved on since, or a flag been set anew,
 * the later wish holds. Undefined where nothing of it stands.
 */
export function standing(restore: Restore, now: readonly Place[]): Restore | undefined {
  const { put, take } = restore;
  const lies = (label: number) => now.some((place) => place.label === label);
  const isMovedOn = take.length > 0 ? !take.every(lies) : !put.some((each) => isMissing(now, restore, each));
  const kept = restore.kept.map(({ label, add, remove, flags: had, left }) => {
    const there = now.filter((place) => place.label === label);
    const places = there.length > 0 ? there : now;
    return {
      label,
      flags: had,
      left,
      add: add.filter((flag) => places.some(({ flags: has }) => !hasFlag(has, flag))),
      remove: remove.filter((flag) => places.some(({ flags: has }) => hasFlag(has, flag))),
    };
  });
  if (isMovedOn && !kept.some(saysSomething)) return undefined;
  return { do: 'restore', put: isMovedOn ? [] : put, take: isMovedOn ? [] : take, kept };
}
