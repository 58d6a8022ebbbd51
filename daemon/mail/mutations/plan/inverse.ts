import type { RestoreChange } from '../change.ts';
import { hasFlag } from './flag-sets.ts';
import { isMissingPlacement } from './restore.ts';
import type { PlacementState } from './plan.ts';

/** The change that leads from `after` back to `before`; undefined if they are equal. */
export function inverseOf(
  before: readonly PlacementState[],
  after: readonly PlacementState[],
): RestoreChange | undefined {
  const stayed = before.flatMap((place) => {
    const same = after.find(({ slot, label }) => slot === place.slot && label === place.label);
    return same ? [{ before: place, after: same }] : [];
  });
  const left = before.filter(({ slot }) => !stayed.some((pair) => pair.before.slot === slot));
  const added = after.filter(({ slot }) => !stayed.some((pair) => pair.after.slot === slot));
  const kept = stayed.map(({ before: was, after: is }) => ({
    label: was.label,
    add: was.flags.filter((flag) => !hasFlag(is.flags, flag)),
    remove: is.flags.filter((flag) => !hasFlag(was.flags, flag)),
    flags: [...was.flags],
    left: [...is.flags],
  }));
  if (left.length + added.length === 0 && !kept.some(changesFlags)) return undefined;
  return {
    do: 'restore',
    put: left.map(({ slot, label, flags: had }) => {
      const same = after.find((place) => place.slot === slot);
      return { label, flags: [...had], left: [...((same ?? after[0])?.flags ?? [])], at: same?.label ?? null };
    }),
    take: added.map(({ label }) => label),
    kept,
  };
}

function changesFlags({ add, remove }: Pick<RestoreChange['kept'][number], 'add' | 'remove'>): boolean {
  return add.length + remove.length > 0;
}

/**
 * The part of `restore` that still applies: if a message was moved or its flags were changed later, the later change
 * wins. Undefined if no part applies.
 */
export function remainingInverse(restore: RestoreChange, now: readonly PlacementState[]): RestoreChange | undefined {
  const { put, take } = restore;
  const isInLabel = (label: number) => now.some((place) => place.label === label);
  const hasMovedSince =
    take.length > 0 ? !take.every(isInLabel) : !put.some((each) => isMissingPlacement(now, restore, each));
  const kept = restore.kept.map(({ label, add, remove, flags: had, left }) => {
    const inLabel = now.filter((place) => place.label === label);
    const places = inLabel.length > 0 ? inLabel : now;
    return {
      label,
      flags: had,
      left,
      add: add.filter((flag) => places.some(({ flags: has }) => !hasFlag(has, flag))),
      remove: remove.filter((flag) => places.some(({ flags: has }) => hasFlag(has, flag))),
    };
  });
  if (hasMovedSince && !kept.some(changesFlags)) return undefined;
  return { do: 'restore', put: hasMovedSince ? [] : put, take: hasMovedSince ? [] : take, kept };
}
