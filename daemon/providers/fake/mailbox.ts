import { ProviderError } from '../provider.ts';
import type { RemoteFolder } from '../provider.ts';
import type { Plan } from './plan.ts';
import { flagNames } from './flags.ts';

/** Where one message lies. `message` counts planned mail first, then what came later; see `mailboxOf`. */
export type Place = { message: number; flags: string[]; modseq: number; removed: boolean };

export type FakeFolder = RemoteFolder & {
  uidvalidity: number;
  /** The next uid to be given. */
  next: number;
  /** The planned messages by uid, the first at uid 1: no object each, for there may be 200,000. */
  planned: Uint32Array;
  /** Places that differ from the plan, by uid. */
  changed: Map<number, Place>;
};

/** A message nobody planned: its bytes, when it came in unix seconds, and the server's own id of its conversation. */
export type Extra = { bytes: Buffer; received: number; conversation?: string };

/** The number of a message whose bytes were in the memory of an earlier process. */
export const lostMessage = -1;

/**
 * The mail as it stands: the plan, and what has changed since. It is `settled` once the moment it is seen from is
 * known; until then its folders are empty.
 */
export function mailboxOf(folders: RemoteFolder[]) {
  const list: FakeFolder[] = folders.map((folder) => emptyFolder(folder, 0));
  const extras: Extra[] = [];
  let plan: Plan | undefined;
  let anchor = 0;
  let modseq = 1;
  let validities = 0;

  const folder = (path: string) => list.find((each) => each.path === path);

  const place = (held: FakeFolder, uid: number): Place | undefined => {
    const changed = held.changed.get(uid);
    if (changed) return changed.removed ? undefined : changed;
    const message = held.planned[uid - 1];
    if (message === undefined || !plan) return undefined;
    return { message, flags: flagNames(plan.flags[message] ?? 0), modseq: 1, removed: false };
  };

  const put = (held: FakeFolder, uid: number, facts: Omit<Place, 'modseq'>) =>
    void held.changed.set(uid, { ...facts, modseq: ++modseq });

  return {
    list,
    folder,
    place,
    get plan() {
      return plan;
    },
    get anchor() {
      return anchor;
    },
    get modseq() {
      return modseq;
    },
    settle(found: Plan, seconds: number) {
      plan = found;
      anchor = seconds;
      for (const [index, held] of list.entries()) {
        if (held.uidvalidity === 0) held.uidvalidity = anchor;
        held.planned = found.folders[index] ?? held.planned;
        held.next = held.planned.length + 1;
      }
    },
    /** Uids and modseqs an earlier process gave out are not given again. */
    resume(held: FakeFolder, next: number, seen: number) {
      held.next = Math.max(held.next, next);
      modseq = Math.max(modseq, seen);
    },
    /** A place an earlier process made and this one knows nothing of is taken at the caller's word. */
    adopt(held: FakeFolder, uid: number): Place | undefined {
      const known = place(held, uid);
      if (known || held.changed.has(uid) || uid < 1 || uid >= held.next) return known;
      return { message: lostMessage, flags: [], modseq: 1, removed: false };
    },
    add(held: FakeFolder, message: number, flags: readonly string[]): number {
      const uid = held.next++;
      put(held, uid, { message, flags: [...flags], removed: false });
      return uid;
    },
    /** Keeps bytes nobody planned and gives the number of the message they are. */
    keep(extra: Extra): number {
      return (plan?.count ?? 0) + extras.push(extra) - 1;
    },
    extra(message: number): Extra | undefined {
      const count = plan?.count ?? 0;
      return message < count ? undefined : extras[message - count];
    },
    setFlags(held: FakeFolder, uid: number, flags: string[]) {
      const known = this.adopt(held, uid);
      if (known) put(held, uid, { ...known, flags });
    },
    remove(held: FakeFolder, uid: number) {
      const known = this.adopt(held, uid);
      if (known) put(held, uid, { ...known, removed: true });
    },
    reset(held: FakeFolder) {
      const kept: Place[] = [];
      for (let uid = 1; uid < held.next; uid++) {
        const known = place(held, uid);
        if (known) kept.push(known);
      }
      held.uidvalidity = anchor + ++validities;
      held.planned = new Uint32Array(0);
      held.changed = new Map();
      held.next = 1;
      for (const { message, flags } of kept) this.add(held, message, flags);
    },
    holdsMail(held: FakeFolder): boolean {
      for (let uid = 1; uid < held.next; uid++) if (place(held, uid)) return true;
      return false;
    },
    create(made: RemoteFolder) {
      list.push(emptyFolder(made, anchor + ++validities));
    },
    drop(held: FakeFolder) {
      list.splice(list.indexOf(held), 1);
    },
  };
}

export type Mailbox = ReturnType<typeof mailboxOf>;

/** The folder that can hold mail under this path, or a refusal that says which are there. */
export function knownFolder(mailbox: Mailbox, path: string): FakeFolder {
  const folder = mailbox.folder(path);
  if (folder) return folder;
  const paths = mailbox.list.map((each) => each.path).join(', ');
  throw new ProviderError('refused', `There is no folder named ${path}. The account has: ${paths}.`);
}

function emptyFolder(folder: RemoteFolder, uidvalidity: number): FakeFolder {
  return { ...folder, uidvalidity, next: 1, planned: new Uint32Array(0), changed: new Map() };
}
