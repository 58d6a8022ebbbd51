import { placing, renumber } from './folder.ts';
import type { Folder, LabelRules, Letter, Place } from './folder.ts';

export type Arriving = { flags?: string[]; received?: Date; thread?: bigint; uid?: number };

/** A mailbox in memory, as a test reaches it from behind and the server from the front. A folder unknown is thrown. */
export type Mailbox = {
  readonly folders: Folder[];
  find(path: string): Folder | undefined;
  folder(path: string): Folder;
  addFolder(path: string, settings?: Partial<Pick<Folder, 'wire' | 'separator' | 'attributes'>>): Folder;
  rename(path: string, to: string): void;
  remove(path: string): void;
  /** The folder gets another uidvalidity and other UIDs, counted from `first`, and keeps its mail. */
  renumber(path: string, first?: number): void;
  /** Gives the UID. */
  deliver(path: string, bytes: Uint8Array, about?: Arriving): number;
  setFlags(path: string, uid: number, flags: readonly string[]): void;
  expunge(path: string, uids: readonly number[]): void;
  /** Gives where each of them lies now, in the same order. */
  copy(path: string, uids: readonly number[], to: string): number[];
  move(path: string, uids: readonly number[], to: string): number[];
  /** Calls back after each change; gives how to stop that. */
  onChange(listener: () => void): () => void;
};

/** An empty mailbox. With `labels` its folders are labels: a copy is the same letter once more. */
export function createMailbox(labels?: LabelRules): Mailbox {
  const listeners = new Set<() => void>();
  const changed = <T>(result: T): T => {
    for (const listener of listeners) listener();
    return result;
  };
  const numbers = counters();
  const { put, take, touch } = placing(numbers.modseq, labels);
  const { folders, find, folder, placesAt } = shelf();

  const copyTo = ({ letter }: Place, to: Folder): number => {
    const copied = labels ? letter : { ...letter, flags: new Set(letter.flags), id: numbers.letter() };
    return put(to, copied).uid;
  };
  const flag = (letter: Letter, flags: readonly string[], path: string) => {
    letter.flags = new Set(flags.filter((each) => each !== '\\Deleted'));
    for (const each of folders)
      for (const place of each.places.filter((one) => one.letter === letter)) {
        if (each.path === path) place.isDeleted = flags.includes('\\Deleted');
        place.modseq = touch(each);
      }
  };

  return {
    folders,
    find,
    folder,
    addFolder(path, { wire, separator = '/', attributes = [] } = {}) {
      const empty = { uidnext: 1, modseq: numbers.modseq(), places: [], expunged: [] };
      const added = { path, wire, separator, attributes, uidvalidity: numbers.uidvalidity(), ...empty };
      folders.push(added);
      return changed(added);
    },
    rename(path, to) {
      const inside = `${path}${folder(path).separator ?? '\0'}`;
      for (const each of folders)
        if (each.path === path || each.path.startsWith(inside)) each.path = `${to}${each.path.slice(path.length)}`;
      changed(undefined);
    },
    remove: (path) => changed(void folders.splice(folders.indexOf(folder(path)), 1)),
    renumber: (path, first = 1) => changed(renumber(folder(path), { uidvalidity: numbers.uidvalidity(), first })),
    deliver(path, bytes, { flags = [], received = new Date(), thread, uid } = {}) {
      const id = numbers.letter();
      const letter = { bytes: Buffer.from(bytes), received, flags: new Set(flags), id, thread: thread ?? id };
      return changed(put(folder(path), letter, uid).uid);
    },
    setFlags(path, uid, flags) {
      for (const { letter } of placesAt(path, [uid])) flag(letter, flags, path);
      changed(undefined);
    },
    expunge(path, uids) {
      for (const place of placesAt(path, uids)) take(folder(path), place);
      changed(undefined);
    },
    copy: (path, uids, to) => changed(placesAt(path, uids).map((place) => copyTo(place, folder(to)))),
    move(path, uids, to) {
      const moved = placesAt(path, uids).map((place) => {
        const uid = copyTo(place, folder(to));
        // Where folders are labels the letter may have left this one by coming into the other.
        if (folder(path).places.includes(place)) take(folder(path), place);
        return uid;
      });
      return changed(moved);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function counters() {
  let [modseq, uidvalidity, letter] = [100, 1000, 1_500_000_000_000_000_000n];
  return { modseq: () => ++modseq, uidvalidity: () => ++uidvalidity, letter: () => ++letter };
}

function shelf() {
  const folders: Folder[] = [];
  const isInbox = (path: string) => path.toUpperCase() === 'INBOX';
  const find = (path: string): Folder | undefined =>
    folders.find((folder) => folder.path === path || (isInbox(path) && isInbox(folder.path)));
  const folder = (path: string): Folder => {
    const found = find(path);
    if (!found) throw new Error(`The mailbox has no folder ${path}.`);
    return found;
  };
  const placesAt = (path: string, uids: readonly number[]): Place[] =>
    folder(path).places.filter(({ uid }) => uids.includes(uid));
  return { folders, find, folder, placesAt };
}
