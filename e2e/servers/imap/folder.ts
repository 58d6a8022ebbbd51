/** What a message is, wherever it lies. Where folders are labels one letter lies in many, with the same flags in all. */
export type Letter = { bytes: Buffer; received: Date; flags: Set<string>; id: bigint; thread: bigint };

export type Place = { uid: number; modseq: number; letter: Letter; isDeleted: boolean };

export type Folder = {
  /** The name with its parents', as people read it. */
  path: string;
  /** What stands for it on the wire (latin1), where that is no proper encoding of the path. */
  wire?: string;
  separator: string | null;
  attributes: string[];
  uidvalidity: number;
  uidnext: number;
  modseq: number;
  /** In ascending order of their UIDs. */
  places: Place[];
  expunged: { uid: number; modseq: number }[];
};

/** Where folders are labels: which other folders gain or lose a letter that came into a folder or left it. */
export type LabelRules = {
  placed(folder: Folder, letter: Letter): { into: Folder[]; outOf: Folder[] };
  left(folder: Folder): { outOf: Folder[] };
};

export function flagsOf({ letter, isDeleted }: Place): string[] {
  return [...letter.flags, ...(isDeleted ? ['\\Deleted'] : [])];
}

/** How letters come into folders and leave them; `nextModseq` numbers each change. */
export function placing(nextModseq: () => number, labels: LabelRules | undefined) {
  const touch = (folder: Folder) => (folder.modseq = nextModseq());

  function put(into: Folder, letter: Letter, uid = into.uidnext): Place {
    const there = labels && into.places.find((place) => place.letter === letter);
    if (there) return there;
    const place = { uid, modseq: touch(into), letter, isDeleted: false };
    into.places.push(place);
    into.places.sort((a, b) => a.uid - b.uid);
    into.uidnext = Math.max(into.uidnext, uid + 1);
    const follows = labels?.placed(into, letter);
    for (const folder of follows?.into ?? []) put(folder, letter);
    for (const folder of follows?.outOf ?? []) takeLetter(folder, letter);
    return place;
  }

  function take(from: Folder, gone: Place): void {
    from.places = from.places.filter((place) => place !== gone);
    from.expunged.push({ uid: gone.uid, modseq: touch(from) });
    for (const folder of labels?.left(from).outOf ?? []) takeLetter(folder, gone.letter);
  }

  function takeLetter(from: Folder, letter: Letter): void {
    const place = from.places.find((each) => each.letter === letter);
    if (place) take(from, place);
  }

  return { put, take, touch };
}

/** Other UIDs under another uidvalidity, for the same mail. */
export function renumber(folder: Folder, { uidvalidity, first }: { uidvalidity: number; first: number }): void {
  folder.places.forEach((place, index) => (place.uid = first + index));
  Object.assign(folder, { uidvalidity, uidnext: first + folder.places.length, expunged: [] });
}
