import type { MessageRef } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { recountDraftChange } from '../contacts/contacts.ts';
import { flagBits, messageStateOf } from './flags.ts';
import type { Label, LabelMap } from '../labels/labels.ts';
import { labelRules, displayedPlacements } from '../mutations/displayed-placements.ts';
import type { PlacementState } from '../mutations/plan/plan.ts';

export type Placement = {
  label: number;
  uidvalidity: number;
  uid: number;
  message: number;
  modseq: number | null;
  flags: string;
};

/** Flags as stored in a placement: sorted, so that equal sets are equal texts. `\Recent` is ignored. */
export function flagsText(flags: readonly string[]): string {
  return [...new Set(flags)]
    .filter((flag) => flag.toLowerCase() !== '\\recent')
    .sort()
    .join(' ');
}

export function savePlacement(db: WriteDb, placement: Placement): void {
  const { label, uidvalidity, uid, message, modseq, flags } = placement;
  db.run(sql`
    INSERT INTO placements (label, uidvalidity, uid, message, modseq, flags)
    VALUES (${label}, ${uidvalidity}, ${uid}, ${message}, ${modseq}, ${flags})
    ON CONFLICT (label, uidvalidity, uid) DO UPDATE SET flags = excluded.flags, modseq = excluded.modseq`);
}

export function placementAt(
  db: ReadDb,
  label: number,
  { uidvalidity, uid }: Pick<MessageRef, 'uidvalidity' | 'uid'>,
): Placement | undefined {
  return db.get<Placement>(
    sql`SELECT * FROM placements WHERE label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`,
  );
}

/**
 * The placements of a message as last reported by its server, in the order in which the message came to each folder.
 */
export function placementsOf(db: ReadDb, message: number): Placement[] {
  return db.all<Placement>(sql`SELECT * FROM placements WHERE message = ${message} ORDER BY label, uidvalidity, uid`);
}

/** The UIDs of a folder, among these, that hold a stored message. */
export function storedUids(
  db: ReadDb,
  label: number,
  uidvalidity: number,
  refs: readonly Pick<MessageRef, 'uid'>[],
): number[] {
  const uids = jsonList(refs.map(({ uid }) => uid));
  return db
    .all<{ uid: number }>(
      sql`
      SELECT uid FROM placements
      WHERE label = ${label} AND uidvalidity = ${uidvalidity} AND uid IN (SELECT value FROM json_each(${uids}))`,
    )
    .map(({ uid }) => uid);
}

/** The highest UID of a stored message in a folder; 0 if none is. */
export function highestStoredUid(db: ReadDb, label: number): { uidvalidity?: number; uid: number } {
  // Both steps read the last entry of the key.
  const uidvalidity = db.get<{ uidvalidity: number | null }>(
    sql`SELECT max(uidvalidity) AS uidvalidity FROM placements WHERE label = ${label}`,
  )?.uidvalidity;
  if (uidvalidity === null || uidvalidity === undefined) return { uid: 0 };
  const highest = db.get<{ uid: number }>(
    sql`SELECT max(uid) AS uid FROM placements WHERE label = ${label} AND uidvalidity = ${uidvalidity}`,
  );
  return { uidvalidity, uid: highest?.uid ?? 0 };
}

/** The messages in a folder. */
export function messagesInLabel(db: ReadDb, label: number): number[] {
  return db
    .all<{ message: number }>(sql`SELECT DISTINCT message FROM placements WHERE label = ${label}`)
    .map(({ message }) => message);
}

export function removePlacement(
  db: WriteDb,
  { label, uidvalidity, uid }: Pick<Placement, 'label' | 'uidvalidity' | 'uid'>,
): void {
  db.run(sql`DELETE FROM placements WHERE label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
}

/** Deletes the placements that a message has in a folder under an outdated UIDVALIDITY. */
export function removeSupersededPlacements(
  db: WriteDb,
  { label, uidvalidity, message }: Pick<Placement, 'label' | 'uidvalidity' | 'message'>,
): void {
  db.run(sql`DELETE FROM placements WHERE message = ${message} AND label = ${label} AND uidvalidity <> ${uidvalidity}`);
}

/**
 * Up to `limit` placements of a folder with an outdated UIDVALIDITY, except those that were added since the running
 * sync pass began: the pass may report an older state of the folder.
 */
export function stalePlacements(
  db: ReadDb,
  { id, account, provider_id }: Pick<Label, 'id' | 'account' | 'provider_id'>,
  uidvalidity: number,
  limit: number,
): Placement[] {
  return db.all<Placement>(sql`
    SELECT * FROM placements p WHERE label = ${id} AND uidvalidity <> ${uidvalidity} AND NOT EXISTS (
      SELECT 1 FROM uncommitted_placements a
      WHERE a.account = ${account} AND a.stream = ${provider_id} AND a.pass = 'in_advance'
        AND a.batch >= (SELECT pass_count FROM sync_status WHERE account = ${account})
        AND a.label = p.label AND a.uidvalidity = p.uidvalidity AND a.uid = p.uid)
    LIMIT ${limit}`);
}

/** The state of a message derived from its placements: its flags and every label that lists it. */
export type MessageState = { flags: number; keywords: string; labels: number[] };

export function stateInLabel({ id, role }: Pick<Label, 'id' | 'role'>, flags: string, labels: LabelMap): MessageState {
  const state = messageStateOf([{ label: id, role, flags: flags ? flags.split(' ') : [] }]);
  return {
    ...state,
    keywords: state.keywords.join(' '),
    labels: [...state.labels, ...syntheticLabelsFor(state.flags, labels)],
  };
}

/** Adds a message that was just stored to its lists. */
export function addMessageToLists(
  db: WriteDb,
  { id, position }: { id: number; position: number },
  { flags, labels }: MessageState,
): void {
  const unread = !(flags & flagBits.READ);
  for (const label of labels) saveMessageLabel(db, { message: id, position, unread }, label);
}

/**
 * Updates a message's flags and labels from its placements and its pending operations. Returns whether the message
 * changed and whether it has a placement left; the caller must delete a message without placements.
 */
export function refreshMessage(
  db: WriteDb,
  message: number,
  labels: LabelMap,
): { changed: boolean; hasPlacement: boolean } {
  const placements = displayedPlacements(db, message, labels);
  if (placements.length === 0) return { changed: true, hasPlacement: false };
  return { changed: saveMessageState(db, message, placements, labels), hasPlacement: true };
}

/** Stores the state of a message. Returns whether it changed. */
export function saveMessageState(
  db: WriteDb,
  message: number,
  placements: readonly Pick<PlacementState, 'label' | 'flags'>[],
  labels: LabelMap,
): boolean {
  const { flags, keywords, labels: targetLabels } = stateFromPlacements(db, placements, labels);
  const before = db.get<{ flags: number; keywords: string; position: number }>(
    sql`SELECT flags, keywords, position FROM messages WHERE id = ${message}`,
  );
  if (!before) return false;
  const flagsChanged = before.flags !== flags || before.keywords !== keywords;
  if (flagsChanged) db.run(sql`UPDATE messages SET flags = ${flags}, keywords = ${keywords} WHERE id = ${message}`);
  if ((before.flags ^ flags) & flagBits.DRAFT) recountDraftChange(db, message);
  const labelsChanged = saveMessageLabels(
    db,
    { message, position: before.position, unread: !(flags & flagBits.READ) },
    targetLabels,
  );
  return flagsChanged || labelsChanged;
}

/** The state of a message that has these placements. */
export function stateFromPlacements(
  db: ReadDb,
  placements: readonly Pick<PlacementState, 'label' | 'flags'>[],
  labels: LabelMap,
): MessageState {
  const { roleOf } = labelRules(db, labels);
  const state = messageStateOf(placements.map(({ label, flags }) => ({ label, role: roleOf(label), flags })));
  return {
    flags: state.flags,
    keywords: state.keywords.join(' '),
    labels: [...state.labels, ...syntheticLabelsFor(state.flags, labels)],
  };
}

/** Moves a message to another position in all of its lists. The caller must refresh its conversation. */
export function setListPosition(db: WriteDb, message: number, position: number): void {
  db.run(sql`UPDATE messages SET position = ${position} WHERE id = ${message}`);
  db.run(sql`UPDATE label_messages SET position = ${position} WHERE message = ${message}`);
}

function syntheticLabelsFor(flags: number, { allMail, starred }: LabelMap): number[] {
  const targetLabels: number[] = [];
  if (allMail !== undefined && !(flags & (flagBits.TRASH | flagBits.SPAM))) targetLabels.push(allMail);
  if (starred !== undefined && flags & flagBits.STARRED && !(flags & flagBits.TRASH)) targetLabels.push(starred);
  return targetLabels;
}

type LabelEntry = { message: number; position: number; unread: boolean };

function saveMessageLabels(
  db: WriteDb,
  { message, position, unread }: LabelEntry,
  targetLabels: readonly number[],
): boolean {
  const present = new Map(
    db
      .all<{ label: number; unread: number }>(sql`SELECT label, unread FROM label_messages WHERE message = ${message}`)
      .map((row) => [row.label, row.unread === 1]),
  );
  let changed = false;
  for (const label of targetLabels) {
    const before = present.get(label);
    present.delete(label);
    if (before === unread) continue;
    changed = true;
    if (before === undefined) saveMessageLabel(db, { message, position, unread }, label);
    else db.run(sql`UPDATE label_messages SET unread = ${unread} WHERE message = ${message} AND label = ${label}`);
  }
  for (const label of present.keys()) {
    changed = true;
    db.run(sql`DELETE FROM label_messages WHERE message = ${message} AND label = ${label}`);
  }
  return changed;
}

function saveMessageLabel(db: WriteDb, { message, position, unread }: LabelEntry, label: number): void {
  db.run(
    sql`INSERT INTO label_messages (label, position, message, unread) VALUES (${label}, ${position}, ${message}, ${unread})`,
  );
}
