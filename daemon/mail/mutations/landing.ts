import { sql, type WriteDb } from '../../store/db.ts';
import { flagsText, placementsOf, removePlacement, savePlacement, type Placement } from '../placements.ts';
import { withFlags, type Step } from './steps.ts';

/** Where a step took a message, as its server numbers it. */
export type Landed = Pick<Placement, 'uidvalidity' | 'uid'>;

/**
 * The places of a message as stored, kept in step with what was carried out. A place whose new number nobody told stays
 * stored as it was, until a sync pass tells.
 */
export function placeBook(db: WriteDb, message: number) {
  const slots = new Map<number, Placement>(placementsOf(db, message).map((placement, slot) => [slot, placement]));
  return {
    /** Where a slot lies now; undefined where that is not known. */
    at: (slot: number) => slots.get(slot),
    /** Says whether what follows can still be told where to find its place. */
    land(step: Step, to?: Landed): boolean {
      const placement = slots.get(step.slot);
      if (!placement) return false;
      switch (step.do) {
        case 'flags': {
          const flags = flagsText(withFlags(placement.flags.split(' ').filter(Boolean), step.add, step.remove));
          const changed = { ...placement, flags };
          savePlacement(db, changed);
          slots.set(step.slot, changed);
          return true;
        }
        case 'move':
          if (to) removePlacement(db, placement);
          slots.delete(step.slot);
          return put(step.slot, { ...placement, label: step.to }, to);
        case 'copy':
          return put(step.as, { ...placement, label: step.to }, to);
        case 'expunge':
          removePlacement(db, placement);
          slots.delete(step.slot);
          return true;
      }
    },
  };

  function put(slot: number, placement: Placement, to: Landed | undefined): boolean {
    if (!to) return false;
    const { uidvalidity, uid } = to;
    const placed = { ...placement, uidvalidity, uid, modseq: null };
    savePlacement(db, placed);
    slots.set(slot, placed);
    return true;
  }
}

export type PlaceBook = ReturnType<typeof placeBook>;

/** Carries steps out where no server stands behind an account: what is stored is all there is. */
export function landHere(db: WriteDb, message: number, steps: readonly Step[]): void {
  const book = placeBook(db, message);
  for (const step of steps) book.land(step, 'to' in step ? nextPlace(db, step.to) : undefined);
}

function nextPlace(db: WriteDb, label: number): Landed {
  const uid = db.get<{ uid: number | null }>(sql`SELECT max(uid) AS uid FROM placements WHERE label = ${label}`)?.uid;
  return { uidvalidity: 1, uid: (uid ?? 0) + 1 };
}
