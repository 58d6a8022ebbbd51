import type { FolderRole } from '../../../providers/provider.ts';
import { hasFlag, withFlags } from './flag-sets.ts';

/**
 * Where a message lies, or would. `slot` names the place through all steps, also when it moves. `unsure` are flags that
 * the server may have otherwise: it is told of them in any case.
 */
export type PlacementState = {
  slot: number;
  label: number;
  flags: readonly string[];
  uncertainFlags?: readonly string[];
};

/** What is done to one place: all that a provider is ever asked to do. */
export type Step =
  | { do: 'flags'; slot: number; add: readonly string[]; remove: readonly string[] }
  | { do: 'move'; slot: number; to: number }
  /** `as` is the slot of the copy. */
  | { do: 'copy'; slot: number; to: number; as: number }
  | { do: 'expunge'; slot: number };

/** What the labels of an account are for, and where all its mail lies on a server whose folders are labels. */
export type LabelRules = { roleOf: (label: number) => FolderRole | null; allMail?: number | undefined };

/** Notes the steps as they are taken, and where the message lies after each. */
export function createPlanner(placements: readonly PlacementState[], labels: LabelRules) {
  let current = [...placements];
  let nextSlot = Math.max(-1, ...placements.map(({ slot }) => slot)) + 1;
  const steps: Step[] = [];
  const isInLabel = (label: number) => current.some((placement) => placement.label === label);
  const isTrashOrSpam = (label: number) => ['trash', 'spam'].includes(labels.roleOf(label) ?? '');

  /** Mail of a server whose folders are labels lies in each once, and with all the rest unless it is in the bin or spam. */
  const applyLabelRules = (to: number, slot: number) => {
    const { allMail } = labels;
    if (allMail === undefined) return;
    if (isTrashOrSpam(to)) current = current.filter((placement) => placement.slot === slot);
    else current = current.filter(({ label, slot: each }) => each === slot || (label !== to && !isTrashOrSpam(label)));
    const moved = current.find((placement) => placement.slot === slot);
    if (moved && !isTrashOrSpam(to) && !isInLabel(allMail))
      current = [...current, { ...moved, slot: nextSlot++, label: allMail }];
  };

  return {
    labels,
    steps,
    isInLabel,
    current: () => current,
    inRole: (...roles: FolderRole[]) =>
      current.filter(({ label }) => {
        const role = labels.roleOf(label);
        return role !== null && roles.includes(role);
      }),
    flags(slot: number, { add, remove }: { add: readonly string[]; remove: readonly string[] }) {
      const placement = current.find((each) => each.slot === slot);
      if (!placement) return;
      const { uncertainFlags = [] } = placement;
      const isUncertain = (flag: string) => hasFlag(uncertainFlags, flag);
      const missing = add.filter((flag) => !hasFlag(placement.flags, flag) || isUncertain(flag));
      const present = remove.filter(
        (flag) => (hasFlag(placement.flags, flag) || isUncertain(flag)) && !hasFlag(add, flag),
      );
      if (missing.length + present.length === 0) return;
      steps.push({ do: 'flags', slot, add: missing, remove: present });
      // A server whose folders are labels keeps the flags of a message once.
      current = current.map((each) =>
        each.slot === slot || labels.allMail !== undefined
          ? { ...each, flags: withFlags(each.flags, missing, present) }
          : each,
      );
    },
    move(slot: number, to: number) {
      const placement = current.find((each) => each.slot === slot);
      if (!placement || placement.label === to) return;
      steps.push({ do: 'move', slot, to });
      // What comes to a label comes after what lies there.
      current = [...current.filter((each) => each !== placement), { ...placement, label: to }];
      applyLabelRules(to, slot);
    },
    copy(slot: number, to: number): number {
      const placement = current.find((each) => each.slot === slot);
      const as = nextSlot++;
      if (!placement) return as;
      steps.push({ do: 'copy', slot, to, as });
      current = [...current, { ...placement, slot: as, label: to }];
      applyLabelRules(to, as);
      return as;
    },
    /** Of a place beside which another stays. */
    expunge(slot: number) {
      if (current.length < 2) return;
      steps.push({ do: 'expunge', slot });
      current = current.filter((placement) => placement.slot !== slot);
    },
    /**
     * Mail in the bin or in spam lies nowhere else on a server whose folders are labels: other places are those of which
     * it has not told yet that they are gone.
     */
    dropOtherPlacements(slot: number) {
      const placement = current.find((each) => each.slot === slot);
      if (placement && isTrashOrSpam(placement.label)) applyLabelRules(placement.label, slot);
    },
    /** A place of which the message has another in the same label: it can go elsewhere at no loss. The one that came last. */
    duplicate: () =>
      current.findLast((placement, index) => current.findIndex(({ label }) => label === placement.label) < index),
  };
}

export type Planner = ReturnType<typeof createPlanner>;
