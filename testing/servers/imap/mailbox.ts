import { createPlacementChanges, renumber } from './folder.ts';
import type { Folder, LabelRules, StoredMessage, ServerPlacement } from './folder.ts';

type DeliveryOptions = { flags?: string[]; received?: Date; thread?: bigint; uid?: number };

/** A mailbox in memory, used by a test directly and by the server for its clients. An unknown folder throws. */
export type Mailbox = {
  readonly folders: Folder[];
  find(path: string): Folder | undefined;
  folder(path: string): Folder;
  addFolder(path: string, settings?: Partial<Pick<Folder, 'wire' | 'separator' | 'attributes'>>): Folder;
  rename(path: string, to: string): void;
  remove(path: string): void;
  /** The folder gets another uidvalidity and other UIDs, counted from `first`, and keeps its mail. */
  renumber(path: string, first?: number): void;
  /** Returns the UID. */
  deliver(path: string, bytes: Uint8Array, options?: DeliveryOptions): number;
  setFlags(path: string, uid: number, flags: readonly string[]): void;
  expunge(path: string, uids: readonly number[]): void;
  /** Returns the new placement of each of them, in the same order. */
  copy(path: string, uids: readonly number[], to: string): number[];
  move(path: string, uids: readonly number[], to: string): number[];
  /** Calls back after each change; returns a function that ends this. */
  onChange(listener: () => void): () => void;
};

/** An empty mailbox. With `labels` its folders are labels: a copy is the same message in another folder. */
export function createMailbox(labels?: LabelRules): Mailbox {
  const listeners = new Set<() => void>();
  const notifyChanged = <T>(result: T): T => {
    for (const listener of listeners) listener();
    return result;
  };
  const numbers = counters();
  const { add, remove, touch } = createPlacementChanges(numbers.modseq, labels);
  const { folders, find, folder, placementsAt } = createFolderList();

  const copyTo = ({ message }: ServerPlacement, to: Folder): number => {
    const copied = labels ? message : { ...message, flags: new Set(message.flags), id: numbers.messageId() };
    return add(to, copied).uid;
  };
  const setMessageFlags = (message: StoredMessage, flags: readonly string[], path: string) => {
    message.flags = new Set(flags.filter((each) => each !== '\\Deleted'));
    for (const each of folders)
      for (const placement of each.placements.filter((one) => one.message === message)) {
        if (each.path === path) placement.isDeleted = flags.includes('\\Deleted');
        placement.modseq = touch(each);
      }
  };

  return {
    folders,
    find,
    folder,
    addFolder(path, { wire, separator = '/', attributes = [] } = {}) {
      const empty = { uidnext: 1, modseq: numbers.modseq(), placements: [], expunged: [] };
      const added = { path, wire, separator, attributes, uidvalidity: numbers.uidvalidity(), ...empty };
      folders.push(added);
      return notifyChanged(added);
    },
    rename(path, to) {
      const inside = `${path}${folder(path).separator ?? '\0'}`;
      for (const each of folders)
        if (each.path === path || each.path.startsWith(inside)) each.path = `${to}${each.path.slice(path.length)}`;
      notifyChanged(undefined);
    },
    remove: (path) => notifyChanged(void folders.splice(folders.indexOf(folder(path)), 1)),
    renumber: (path, first = 1) => notifyChanged(renumber(folder(path), { uidvalidity: numbers.uidvalidity(), first })),
    deliver(path, bytes, { flags = [], received = new Date(), thread, uid } = {}) {
      const id = numbers.messageId();
      const data = { bytes: Buffer.from(bytes), received, flags: new Set(flags) };
      const message = { ...data, id, emailId: id, thread: thread ?? id };
      return notifyChanged(add(folder(path), message, uid).uid);
    },
    setFlags(path, uid, flags) {
      for (const { message } of placementsAt(path, [uid])) setMessageFlags(message, flags, path);
      notifyChanged(undefined);
    },
    expunge(path, uids) {
      for (const placement of placementsAt(path, uids)) remove(folder(path), placement);
      notifyChanged(undefined);
    },
    copy: (path, uids, to) => notifyChanged(placementsAt(path, uids).map((placement) => copyTo(placement, folder(to)))),
    move(path, uids, to) {
      const moved = placementsAt(path, uids).map((placement) => {
        const uid = copyTo(placement, folder(to));
        // If folders are labels, adding the message to the other folder may have removed it from this one.
        if (folder(path).placements.includes(placement)) remove(folder(path), placement);
        return uid;
      });
      return notifyChanged(moved);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function counters() {
  let [modseq, uidvalidity, messageId] = [100, 1000, 1_500_000_000_000_000_000n];
  return { modseq: () => ++modseq, uidvalidity: () => ++uidvalidity, messageId: () => ++messageId };
}

function createFolderList() {
  const folders: Folder[] = [];
  const isInbox = (path: string) => path.toUpperCase() === 'INBOX';
  const find = (path: string): Folder | undefined =>
    folders.find((folder) => folder.path === path || (isInbox(path) && isInbox(folder.path)));
  const folder = (path: string): Folder => {
    const found = find(path);
    if (!found) throw new Error(`The mailbox has no folder ${path}.`);
    return found;
  };
  const placementsAt = (path: string, uids: readonly number[]): ServerPlacement[] =>
    folder(path).placements.filter(({ uid }) => uids.includes(uid));
  return { folders, find, folder, placementsAt };
}
