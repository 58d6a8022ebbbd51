import type { FolderRole } from '../../../providers/provider.ts';
import { hasFlag, withFlags } from './flag-sets.ts';

/**
 * A placement of a message, actual or planned. `slot` identifies it through all steps, also if it moves.
 * `uncertainFlags` may differ on the server: they are always sent.
 */
export type PlacementState = {
  slot: number;
  label: number;
  flags: readonly string[];
  uncertainFlags?: readonly string[];
};

/** One step for one placement: the only kinds of operations that a provider receives. */
export type Step =
  | { do: 'flags'; slot: number; add: readonly string[]; remove: readonly string[] }
  | { do: 'move'; slot: number; to: number }
  /** `as` is the slot of the copy. */
  | { do: 'copy'; slot: number; to: number; as: number }
  | { do: 'expunge'; slot: number };

/** The roles of an account's labels, and the label of all mail on a server whose folders are labels. */
export type LabelRules = { roleOf: (label: number) => FolderRole | null; allMail?: number | undefined };

type FlagChange = { add: readonly string[]; remove: readonly string[] };

/** Records steps, and the placements of the message after each. */
export function createPlanner(placements: readonly PlacementState[], labels: LabelRules) {
  let current = [...placements];
  let nextSlot = Math.max(-1, ...placements.map(({ slot }) => slot)) + 1;
  const steps: Step[] = [];
  const placementOf = (slot: number) => current.find((placement) => placement.slot === slot);
  const takeSlot = () => nextSlot++;

  const applyLabelRules = (to: number, slot: number) => {
    current = withLabelRules(current, labels, { added: { label: to, slot }, takeSlot });
  };

  const setFlags = (slot: number, change: FlagChange) => {
    const placement = placementOf(slot);
    if (!placement) return;
    const { missing, present } = flagsToSend(placement, change);
    if (missing.length + present.length === 0) return;
    steps.push({ do: 'flags', slot, add: missing, remove: present });
    // A server whose folders are labels stores the flags of a message once.
    const isChanged = (each: PlacementState) => each === placement || labels.allMail !== undefined;
    current = current.map((each) =>
      isChanged(each) ? { ...each, flags: withFlags(each.flags, missing, present) } : each,
    );
  };

  const move = (slot: number, to: number) => {
    const placement = placementOf(slot);
    if (!placement || placement.label === to) return;
    steps.push({ do: 'move', slot, to });
    // A message added to a label is ordered after the existing ones.
    current = [...current.filter((each) => each !== placement), { ...placement, label: to }];
    applyLabelRules(to, slot);
  };

  const expunge = (slot: number) => {
    if (current.length < 2) return;
    steps.push({ do: 'expunge', slot });
    current = current.filter((placement) => placement.slot !== slot);
  };

  return {
    labels,
    steps,
    isInLabel: (label: number) => isInLabel(current, label),
    current: () => current,
    inRole: (...roles: FolderRole[]) =>
      current.filter(({ label }) => roles.some((role) => role === labels.roleOf(label))),
    flags: setFlags,
    move,
    /** Like `move`, but makes no duplicate: a copy that is at the target already gets the flags, and this one goes. */
    merge(slot: number, to: number) {
      const placement = placementOf(slot);
      const other = current.find((each) => each.label === to);
      if (!placement || !other || placement.label === to || labels.allMail !== undefined) return move(slot, to);
      setFlags(other.slot, { add: placement.flags, remove: [] });
      expunge(slot);
    },
    copy(slot: number, to: number): number {
      const placement = placementOf(slot);
      const as = takeSlot();
      if (!placement) return as;
      steps.push({ do: 'copy', slot, to, as });
      current = [...current, { ...placement, slot: as, label: to }];
      applyLabelRules(to, as);
      return as;
    },
    /** Only for a placement beside which another remains. */
    expunge,
    /**
     * On a server whose folders are labels, mail in the trash or in spam has no other placement: any others are
     * removals that the server has not reported yet.
     */
    dropOtherPlacements(slot: number) {
      const placement = placementOf(slot);
      if (placement && isTrashOrSpam(labels, placement.label)) applyLabelRules(placement.label, slot);
    },
    /** The last placement that has another one in the same label: it can be moved without loss. */
    duplicate: () =>
      current.findLast((placement, index) => current.findIndex(({ label }) => label === placement.label) < index),
  };
}

export type Planner = ReturnType<typeof createPlanner>;

/**
 * The placements after one got its label. On a server whose folders are labels, a message has each label once, and is in
 * all mail unless it is in the trash or spam.
 */
function withLabelRules(
  placements: readonly PlacementState[],
  labels: LabelRules,
  { added, takeSlot }: { added: Pick<PlacementState, 'label' | 'slot'>; takeSlot: () => number },
): PlacementState[] {
  const { allMail } = labels;
  if (allMail === undefined) return [...placements];
  const remaining = withoutExcludedLabels(placements, labels, added);
  const moved = remaining.find(({ slot }) => slot === added.slot);
  if (!moved || isTrashOrSpam(labels, added.label) || isInLabel(remaining, allMail)) return remaining;
  return [...remaining, { ...moved, slot: takeSlot(), label: allMail }];
}

function isInLabel(placements: readonly PlacementState[], label: number): boolean {
  return placements.some((placement) => placement.label === label);
}

/** Trash and spam exclude all other labels of a message; another label excludes trash, spam and its own duplicates. */
function withoutExcludedLabels(
  placements: readonly PlacementState[],
  labels: LabelRules,
  added: Pick<PlacementState, 'label' | 'slot'>,
): PlacementState[] {
  if (isTrashOrSpam(labels, added.label)) return placements.filter(({ slot }) => slot === added.slot);
  return placements.filter(
    ({ label, slot }) => slot === added.slot || (label !== added.label && !isTrashOrSpam(labels, label)),
  );
}

function isTrashOrSpam(labels: LabelRules, label: number): boolean {
  return ['trash', 'spam'].includes(labels.roleOf(label) ?? '');
}

/** The flags to add that are missing, and the flags to remove that are present; uncertain flags are both. */
function flagsToSend(placement: PlacementState, { add, remove }: FlagChange): { missing: string[]; present: string[] } {
  const { flags, uncertainFlags = [] } = placement;
  const isUncertain = (flag: string) => hasFlag(uncertainFlags, flag);
  return {
    missing: add.filter((flag) => !hasFlag(flags, flag) || isUncertain(flag)),
    present: remove.filter((flag) => (hasFlag(flags, flag) || isUncertain(flag)) && !hasFlag(add, flag)),
  };
}
