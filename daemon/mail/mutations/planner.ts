import type { FolderRole } from '../../providers/provider.ts';
import { hasFlag, withFlags } from './flag-sets.ts';

/**
 * Where a message lies, or would. `slot` names the place through all steps, also when it moves. `unsure` are flags that
 * the server may have otherwise: it is told of them in any case.
 */
export type Place = { slot: number; label: number; flags: readonly string[]; unsure?: readonly string[] };

/** What is done to one place: all that a provider is ever asked to do. */
export type Step =
  | { do: 'flags'; slot: number; add: readonly string[]; remove: readonly string[] }
  | { do: 'move'; slot: number; to: number }
  /** `as` is the slot of the copy. */
  | { do: 'copy'; slot: number; to: number; as: number }
  | { do: 'expunge'; slot: number };

/** What the labels of an account are for, and where all its mail lies on a server whose folders are labels. */
export type Labels = { roleOf: (label: number) => FolderRole | null; allMail?: number | undefined };

/** Notes the steps as they are taken, and where the message lies after each. */
export function planner(places: readonly Place[], labels: Labels) {
  let now = [...places];
  let nextSlot = Math.max(-1, ...places.map(({ slot }) => slot)) + 1;
  const steps: Step[] = [];
  const lies = (label: number) => now.some((place) => place.label === label);
  const isAway = (label: number) => ['trash', 'spam'].includes(labels.roleOf(label) ?? '');

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
      const { unsure = [] } = place;
      const isDoubted = (flag: string) => hasFlag(unsure, flag);
      const missing = add.filter((flag) => !hasFlag(place.flags, flag) || isDoubted(flag));
      const present = remove.filter((flag) => (hasFlag(place.flags, flag) || isDoubted(flag)) && !hasFlag(add, flag));
      if (missing.length + present.length === 0) return;
      steps.push({ do: 'flags', slot, add: missing, remove: present });
      // A server whose folders are labels keeps the flags of a message once.
      now = now.map((each) =>
        each.slot === slot || labels.allMail !== undefined
          ? { ...each, flags: withFlags(each.flags, missing, present) }
          : each,
      );
    },
    move(slot: number, to: number) {
      const place = now.find((each) => each.slot === slot);
      if (!place || place.label === to) return;
      steps.push({ do: 'move', slot, to });
      // What comes to a label comes after what lies there.
      now = [...now.filter((each) => each !== place), { ...place, label: to }];
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
    /**
     * Mail in the bin or in spam lies nowhere else on a server whose folders are labels: other places are those of which
     * it has not told yet that they are gone.
     */
    keepAlone(slot: number) {
      const place = now.find((each) => each.slot === slot);
      if (place && isAway(place.label)) settle(place.label, slot);
    },
    /** A place of which the message has another in the same label: it can go elsewhere at no loss. The one that came last. */
    surplus: () => now.findLast((place, index) => now.findIndex(({ label }) => label === place.label) < index),
  };
}

export type Planner = ReturnType<typeof planner>;
