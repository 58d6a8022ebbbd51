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

/** The UID of the new placement, as assigned by the server. */
type PlacementUid = Pick<Placement, 'uidvalidity' | 'uid'>;

/** `isPlacementKnown`: later steps can address the placement. `isNew`: no sync pass has reported the placement yet. */
type StepEffect = { isPlacementKnown: boolean; isNew: boolean };

/**
 * The stored placements of a message, updated with each step that was carried out. A placement with an unknown new UID
 * stays stored as it was until a sync pass reports it. Data from a concurrent sync pass takes precedence.
 */
export function placementTracker(db: WriteDb, message: number) {
  const slots = new Map<number, Placement>(placementsOf(db, message).map((placement, slot) => [slot, placement]));
  return {
    /** The current placement of a slot; undefined if unknown. */
    current: (slot: number) => slots.get(slot),
    /** The slots of the other placements. */
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

  /** A sync pass that ran meanwhile may have stored an older or a newer state of the placement. */
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
    // A sync pass that ran meanwhile may have stored the placement already, or have deleted the message.
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

/** Carries out steps in an account without a server: only the store changes. */
export function applyStepsLocally(db: WriteDb, message: number, steps: readonly Step[]): void {
  const tracker = placementTracker(db, message);
  for (const step of steps) tracker.applyStep(step, 'to' in step ? nextLocalUid(db, step.to) : undefined);
}

function nextLocalUid(db: WriteDb, label: number): PlacementUid {
  // The condition on uidvalidity reads only the last entry of the key, and not every placement of a large label.
  const uid = db.get<{ uid: number | null }>(
    sql`SELECT max(uid) AS uid FROM placements WHERE label = ${label} AND uidvalidity = 1`,
  )?.uid;
  return { uidvalidity: 1, uid: (uid ?? 0) + 1 };
}
