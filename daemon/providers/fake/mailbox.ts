import { ProviderError } from '../provider.ts';
import type { RemoteFolder } from '../provider.ts';
import type { Plan } from '../../demo/plan.ts';
import { flagNames } from '../../demo/flags.ts';

/** The placement of one message. `message` counts planned mail first, then mail delivered later; see `mailboxOf`. */
type FakePlacement = { message: number; flags: string[]; modseq: number; removed: boolean };

export type FakeFolder = RemoteFolder & {
  uidvalidity: number;
  /** The next uid to assign. */
  uidnext: number;
  /** The planned messages by uid, starting at uid 1. They are not objects, because there may be 200,000. */
  planned: Uint32Array;
  /** Placements that differ from the plan, by uid. */
  changed: Map<number, FakePlacement>;
};

/** An unplanned message: its bytes, its arrival in unix seconds, and the server's own id of its conversation. */
type DeliveredMessage = { bytes: Buffer; received: number; conversation?: string };

/** The number of a message whose bytes were in the memory of an earlier process. */
export const lostMessage = -1;

/** What the parts of a mailbox share. Until the anchor is known, there is no plan. */
type MailboxState = { list: FakeFolder[]; plan: Plan | undefined; anchor: number; modseq: number };

/**
 * The current mail: the plan and all changes since. Until the anchor is known, its folders are
 * empty.
 */
export function createFakeMailbox(folders: RemoteFolder[]) {
  const list = folders.map((folder) => emptyFolder(folder, 0));
  const state: MailboxState = { list, plan: undefined, anchor: 0, modseq: 1 };
  const placements = createPlacements(state);

  return {
    list,
    ...placements,
    ...createDeliveries(state),
    ...createFolderChanges(state, placements),
    folder: (path: string) => list.find((each) => each.path === path),
    get plan() {
      return state.plan;
    },
    get anchor() {
      return state.anchor;
    },
    get modseq() {
      return state.modseq;
    },
    applyPlan(found: Plan, seconds: number) {
      state.plan = found;
      state.anchor = seconds;
      for (const [index, target] of list.entries()) {
        if (target.uidvalidity === 0) target.uidvalidity = seconds;
        target.planned = found.folders[index] ?? target.planned;
        target.uidnext = target.planned.length + 1;
      }
    },
  };
}

/** Where the messages lie, with their uids, modseqs and flags. */
function createPlacements(state: MailboxState) {
  const placement = (target: FakeFolder, uid: number): FakePlacement | undefined => {
    const changed = target.changed.get(uid);
    if (changed) return changed.removed ? undefined : changed;
    const message = target.planned[uid - 1];
    if (message === undefined || !state.plan) return undefined;
    return { message, flags: flagNames(state.plan.flags[message] ?? 0), modseq: 1, removed: false };
  };

  /** An unknown placement from an earlier process is accepted as the caller states it. */
  const placementOrLost = (target: FakeFolder, uid: number): FakePlacement | undefined => {
    const known = placement(target, uid);
    if (known || target.changed.has(uid) || uid < 1 || uid >= target.uidnext) return known;
    return { message: lostMessage, flags: [], modseq: 1, removed: false };
  };

  const setPlacement = (target: FakeFolder, uid: number, facts: Omit<FakePlacement, 'modseq'>) =>
    void target.changed.set(uid, { ...facts, modseq: ++state.modseq });

  return {
    placement,
    placementOrLost,
    /** Uids and modseqs that an earlier process assigned are not assigned again. */
    resume(target: FakeFolder, next: number, seen: number) {
      target.uidnext = Math.max(target.uidnext, next);
      state.modseq = Math.max(state.modseq, seen);
    },
    add(target: FakeFolder, message: number, flags: readonly string[]): number {
      const uid = target.uidnext++;
      setPlacement(target, uid, { message, flags: [...flags], removed: false });
      return uid;
    },
    setFlags(target: FakeFolder, uid: number, flags: string[]) {
      const known = placementOrLost(target, uid);
      if (known) setPlacement(target, uid, { ...known, flags });
    },
    remove(target: FakeFolder, uid: number) {
      const known = placementOrLost(target, uid);
      if (known) setPlacement(target, uid, { ...known, removed: true });
    },
    hasMail(target: FakeFolder): boolean {
      for (let uid = 1; uid < target.uidnext; uid++) if (placement(target, uid)) return true;
      return false;
    },
  };
}

/** Unplanned messages. Their numbers follow those of the plan. */
function createDeliveries(state: MailboxState) {
  const deliveredMessages: DeliveredMessage[] = [];
  return {
    /** Stores bytes of an unplanned message and returns the message number. */
    storeDelivered(extra: DeliveredMessage): number {
      return (state.plan?.count ?? 0) + deliveredMessages.push(extra) - 1;
    },
    deliveredMessage(message: number): DeliveredMessage | undefined {
      const count = state.plan?.count ?? 0;
      return message < count ? undefined : deliveredMessages[message - count];
    },
  };
}

/** Changes of whole folders. A folder that is added or reset gets a uidvalidity that no other folder has. */
function createFolderChanges(state: MailboxState, { placement, add }: ReturnType<typeof createPlacements>) {
  let uidvalidityCount = 0;
  return {
    reset(target: FakeFolder) {
      const kept: FakePlacement[] = [];
      for (let uid = 1; uid < target.uidnext; uid++) {
        const known = placement(target, uid);
        if (known) kept.push(known);
      }
      target.uidvalidity = state.anchor + ++uidvalidityCount;
      target.planned = new Uint32Array(0);
      target.changed = new Map();
      target.uidnext = 1;
      for (const { message, flags } of kept) add(target, message, flags);
    },
    addFolder(made: RemoteFolder) {
      state.list.push(emptyFolder(made, state.anchor + ++uidvalidityCount));
    },
    removeFolder(target: FakeFolder) {
      state.list.splice(state.list.indexOf(target), 1);
    },
  };
}

export type FakeMailbox = ReturnType<typeof createFakeMailbox>;

/** The folder under this path that can hold mail, or a refusal that lists the existing folders. */
export function requireFolder(mailbox: FakeMailbox, path: string): FakeFolder {
  const folder = mailbox.folder(path);
  if (folder) return folder;
  const paths = mailbox.list.map((each) => each.path).join(', ');
  throw new ProviderError('refused', `There is no folder named ${path}. The account has: ${paths}.`);
}

function emptyFolder(folder: RemoteFolder, uidvalidity: number): FakeFolder {
  return { ...folder, uidvalidity, uidnext: 1, planned: new Uint32Array(0), changed: new Map() };
}
