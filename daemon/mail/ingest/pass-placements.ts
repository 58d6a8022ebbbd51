import type { Arrival, Flags, MessageRef } from '../../providers/provider.ts';
import {
  flagsText,
  placementAt,
  removePlacement,
  removeSupersededPlacements,
  savePlacement,
  type Placement,
} from '../messages/placements.ts';
import { labelAt, type PassState } from './pass-state.ts';
import { saveServerId } from './recognition.ts';
import {
  addUncommittedPlacement,
  inAdvance,
  confirmUncommittedPlacement,
  type PlacementKey,
} from './uncommitted-placements.ts';
import { isVacated } from './vacated-uids.ts';

/** A message at a place, with the server's own id if there is one. */
export type PlacedArrival = MessageRef & Flags & Pick<Arrival, 'provider_id'>;

/** Adds a placement of a stored message. The placement of an earlier UIDVALIDITY in this folder is obsolete. */
export function addPlacement(pass: PassState, arrival: PlacedArrival, message: number): void {
  const { db, account, name } = pass;
  const label = labelAt(pass, arrival.folder).id;
  const { uidvalidity, uid, modseq = null } = arrival;
  if (isVacated(db, { label, uidvalidity, uid })) return;
  // A pass may have reported it, and decides then whether it is committed.
  if (name?.pass === inAdvance && placementAt(db, label, arrival)) return;
  savePlacement(db, { label, uidvalidity, uid, message, modseq, flags: flagsText(arrival.flags) });
  removeSupersededPlacements(db, { label, uidvalidity, message });
  if (name) {
    // A push may have put the message there meanwhile.
    confirmUncommittedPlacement(db, account, name, { label, uidvalidity, uid });
    addUncommittedPlacement(db, account, name, { label, uidvalidity, uid });
  }
  if (arrival.provider_id !== undefined) saveServerId(db, account, arrival.provider_id, message);
  pass.touched.add(message);
}

export function isStoredAt(pass: PassState, { folder, ...place }: MessageRef): boolean {
  return placementAt(pass.db, labelAt(pass, folder).id, place) !== undefined;
}

export function updateFlags({ db, labels, touched }: PassState, change: MessageRef & Flags): void {
  const label = labels.byPath.get(change.folder)?.id;
  const placement = label === undefined ? undefined : placementAt(db, label, change);
  if (!placement) return;
  const flags = flagsText(change.flags);
  if (placement.flags === flags) return;
  savePlacement(db, { ...placement, flags, modseq: change.modseq ?? placement.modseq });
  touched.add(placement.message);
}

/** Confirms a stored placement and updates its flags. */
export function confirmPlacement(pass: PassState, arrival: PlacedArrival): void {
  const { db, account, name } = pass;
  const { folder, uidvalidity, uid, provider_id } = arrival;
  const placement = provider_id && placementAt(db, labelAt(pass, folder).id, arrival);
  if (placement) saveServerId(db, account, provider_id, placement.message);
  if (name) confirmUncommittedPlacement(db, account, name, { label: labelAt(pass, folder).id, uidvalidity, uid });
  updateFlags(pass, arrival);
}

/** Removes a placement by the folder and UID on the server. */
export function removeRef(pass: PassState, ref: MessageRef): void {
  const label = pass.labels.byPath.get(ref.folder)?.id;
  if (label !== undefined) removePlacementAt(pass, { ...ref, label });
}

/** Removes a placement by its label and UID. */
export function removePlacementAt(pass: PassState, { label, ...place }: PlacementKey): void {
  const placement = placementAt(pass.db, label, place);
  if (placement) dropPlacement(pass, placement);
}

export function dropPlacement({ db, touched }: PassState, placement: Placement): void {
  removePlacement(db, placement);
  touched.add(placement.message);
}
