/**
 * The data of a message, independent of its folder. If folders are labels a message is in many of them, with the same flags
 * in all.
 */
export type StoredMessage = {
  bytes: Buffer;
  received: Date;
  flags: Set<string>;
  id: bigint;
  /** Copies and moved messages keep it (EMAILID, RFC 8474). */
  emailId: bigint;
  thread: bigint;
};

export type ServerPlacement = { uid: number; modseq: number; message: StoredMessage; isDeleted: boolean };

export type Folder = {
  /** The name with its parents', as users read it. */
  path: string;
  /** The name on the wire (latin1), if that is not a proper encoding of the path. */
  wire?: string;
  separator: string | null;
  attributes: string[];
  uidvalidity: number;
  uidnext: number;
  modseq: number;
  /** In ascending order of their UIDs. */
  placements: ServerPlacement[];
  expunged: { uid: number; modseq: number }[];
};

/** If folders are labels: which other folders gain or lose a message that was added to a folder or removed from it. */
export type LabelRules = {
  onAdd(folder: Folder, message: StoredMessage): { addTo: Folder[]; removeFrom: Folder[] };
  onRemove(folder: Folder): { removeFrom: Folder[] };
};

export function flagsOf({ message, isDeleted }: ServerPlacement): string[] {
  return [...message.flags, ...(isDeleted ? ['\\Deleted'] : [])];
}

/** Adds messages to folders and removes them; `nextModseq` numbers each change. */
export function createPlacementChanges(nextModseq: () => number, labels: LabelRules | undefined) {
  const touch = (folder: Folder) => (folder.modseq = nextModseq());

  function add(into: Folder, message: StoredMessage, uid = into.uidnext): ServerPlacement {
    const existing = labels && into.placements.find((placement) => placement.message === message);
    if (existing) return existing;
    const placement = { uid, modseq: touch(into), message, isDeleted: false };
    into.placements.push(placement);
    into.placements.sort((a, b) => a.uid - b.uid);
    into.uidnext = Math.max(into.uidnext, uid + 1);
    const consequences = labels?.onAdd(into, message);
    for (const folder of consequences?.addTo ?? []) add(folder, message);
    for (const folder of consequences?.removeFrom ?? []) removeMessage(folder, message);
    return placement;
  }

  function remove(from: Folder, gone: ServerPlacement): void {
    from.placements = from.placements.filter((placement) => placement !== gone);
    from.expunged.push({ uid: gone.uid, modseq: touch(from) });
    for (const folder of labels?.onRemove(from).removeFrom ?? []) removeMessage(folder, gone.message);
  }

  function removeMessage(from: Folder, message: StoredMessage): void {
    const placement = from.placements.find((each) => each.message === message);
    if (placement) remove(from, placement);
  }

  return { add, remove, touch };
}

/** Other UIDs under another uidvalidity, for the same mail. */
export function renumber(folder: Folder, { uidvalidity, first }: { uidvalidity: number; first: number }): void {
  folder.placements.forEach((place, index) => (place.uid = first + index));
  Object.assign(folder, { uidvalidity, uidnext: first + folder.placements.length, expunged: [] });
}
