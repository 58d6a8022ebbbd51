import { sql, type WriteDb } from '../../../store/db.ts';
import {
  flagsText,
  placementAt,
  placementsOf,
  removePlacement,
  savePlacement,
  type Placement,
} from '../../messages/placements.ts';
import { withFlags } from '../plan/flag-sets.ts';
import type { Step } from '../plan/plan.ts';

/** Where a step took a message, as its server numbers it. */
export type PlacementUid = Pick<Placement, 'uidvalidity' | 'uid'>;

/** `isKnown`: what follows can be told where to find its place. `isNew`: no sync pass has told of the place yet. */
export type StepEffect = { isPlacementKnown: boolean; isNew: boolean };

/**
 * The places of a message as stored, kept in step with what was carried out. A place whose new number nobody told stays
 * stored as it was, until a sync pass tells. What a pass has found meanwhile holds.
 */
export function placementTracker(db: WriteDb, message: number) {
  const slots = new Map<number, Placement>(placementsOf(db, message).map((placement, slot) => [slot, placement]));
  return {
    /** Where a slot lies now; undefined where that is not known. */
    current: (slot: number) => slots.get(slot),
    /** The slots of the other places. */
    otherSlots: (slot: number) => [...slots.keys()].filter((each) => each !== slot),
    applyStep(step: Step, to?: PlacementUid): StepEffect {
      const placement = slots.get(step.slot);
      if (!placement) return { isPlacementKnown: false, isNew: false };
      switch (step.do) {
        case 'flags':
          return { isPlacementKnown: updateFlags(step.slot, placement, step), isNew: false };
        case 'move':
          if (to) removePlacement(db, placement);
          slots.delete(step.slot);
          return setPlacement(step.slot, { ...placement, label: step.to }, to);
        case 'copy':
          return setPlacement(step.as, { ...placement, label: step.to }, to);
        case 'expunge':
          removePlacement(db, placement);
          slots.delete(step.slot);
          return { isPlacementKnown: true, isNew: false };
      }
    },
  };

  /** What a pass has told of the place since the book was opened may be older than the step, or newer. */
  function updateFlags(slot: number, placement: Placement, { add, remove }: Step & { do: 'flags' }): boolean {
    const stored = placementAt(db, placement.label, placement);
    if (stored?.flags !== placement.flags || stored.modseq !== placement.modseq) return false;
    const changed = {
      ...placement,
      flags: flagsText(withFlags(placement.flags.split(' ').filter(Boolean), add, remove)),
    };
    savePlacement(db, changed);
    slots.set(slot, changed);
    return true;
  }

  function setPlacement(slot: number, placement: Placement, to: PlacementUid | undefined): StepEffect {
    if (!to) return { isPlacementKnown: false, isNew: false };
    const { uidvalidity, uid } = to;
    const placed = { ...placement, uidvalidity, uid, modseq: null };
    // A pass that ran meanwhile may have told of it already, or that the message is gone.
    const stored = placementAt(db, placed.label, placed);
    const isNew = stored === undefined && isStored(db, message);
    if (isNew) savePlacement(db, placed);
    slots.set(slot, stored ?? placed);
    return { isPlacementKnown: true, isNew };
  }
}

function isStored(db: WriteDb, message: number): boolean {
  return db.get(sql`SELECT 1 FROM messages WHERE id = ${message}`) !== undefined;
}

export type PlacementTracker = ReturnType<typeof placementTracker>;

/** Carries steps out where no server stands behind an account: what is stored is all there is. */
export function applyStepsLocally(db: WriteDb, message: number, steps: readonly Step[]): void {
  const tracker = placementTracker(db, message);
  for (const step of steps) tracker.applyStep(step, 'to' in step ? nextLocalUid(db, step.to) : undefined);
}

function nextLocalUid(db: WriteDb, label: number): PlacementUid {
  // With its uidvalidity the last entry of the key is read, and not every place of a large label.
  const uid = db.get<{ uid: number | null }>(
    sql`SELECT max(uid) AS uid FROM placements WHERE label = ${label} AND uidvalidity = 1`,
  )?.uid;
  return { uidvalidity: 1, uid: (uid ?? 0) + 1 };
}
