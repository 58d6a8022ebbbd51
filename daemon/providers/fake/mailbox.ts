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

/**
 * The current mail: the plan and all changes since. Until the anchor is known, its folders are
 * empty.
 */
export function createFakeMailbox(folders: RemoteFolder[]) {
  const list: FakeFolder[] = folders.map((folder) => emptyFolder(folder, 0));
  const deliveredMessages: DeliveredMessage[] = [];
  let plan: Plan | undefined;
  let anchor = 0;
  let modseq = 1;
  let uidvalidityCount = 0;

  const folder = (path: string) => list.find((each) => each.path === path);

  const placement = (target: FakeFolder, uid: number): FakePlacement | undefined => {
    const changed = target.changed.get(uid);
    if (changed) return changed.removed ? undefined : changed;
    const message = target.planned[uid - 1];
    if (message === undefined || !plan) return undefined;
    return { message, flags: flagNames(plan.flags[message] ?? 0), modseq: 1, removed: false };
  };

  const setPlacement = (target: FakeFolder, uid: number, facts: Omit<FakePlacement, 'modseq'>) =>
    void target.changed.set(uid, { ...facts, modseq: ++modseq });

  return {
    list,
    folder,
    placement,
    get plan() {
      return plan;
    },
    get anchor() {
      return anchor;
    },
    get modseq() {
      return modseq;
    },
    applyPlan(found: Plan, seconds: number) {
      plan = found;
      anchor = seconds;
      for (const [index, target] of list.entries()) {
        if (target.uidvalidity === 0) target.uidvalidity = anchor;
        target.planned = found.folders[index] ?? target.planned;
        target.uidnext = target.planned.length + 1;
      }
    },
    /** Uids and modseqs that an earlier process assigned are not assigned again. */
    resume(target: FakeFolder, next: number, seen: number) {
      target.uidnext = Math.max(target.uidnext, next);
      modseq = Math.max(modseq, seen);
    },
    /** An unknown placement from an earlier process is accepted as the caller states it. */
    placementOrLost(target: FakeFolder, uid: number): FakePlacement | undefined {
      const known = placement(target, uid);
      if (known || target.changed.has(uid) || uid < 1 || uid >= target.uidnext) return known;
      return { message: lostMessage, flags: [], modseq: 1, removed: false };
    },
    add(target: FakeFolder, message: number, flags: readonly string[]): number {
      const uid = target.uidnext++;
      setPlacement(target, uid, { message, flags: [...flags], removed: false });
      return uid;
    },
    /** Stores bytes of an unplanned message and returns the message number. */
    storeDelivered(extra: DeliveredMessage): number {
      return (plan?.count ?? 0) + deliveredMessages.push(extra) - 1;
    },
    deliveredMessage(message: number): DeliveredMessage | undefined {
      const count = plan?.count ?? 0;
      return message < count ? undefined : deliveredMessages[message - count];
    },
    setFlags(target: FakeFolder, uid: number, flags: string[]) {
      const known = this.placementOrLost(target, uid);
      if (known) setPlacement(target, uid, { ...known, flags });
    },
    remove(target: FakeFolder, uid: number) {
      const known = this.placementOrLost(target, uid);
      if (known) setPlacement(target, uid, { ...known, removed: true });
    },
    reset(target: FakeFolder) {
      const kept: FakePlacement[] = [];
      for (let uid = 1; uid < target.uidnext; uid++) {
        const known = placement(target, uid);
        if (known) kept.push(known);
      }
      target.uidvalidity = anchor + ++uidvalidityCount;
      target.planned = new Uint32Array(0);
      target.changed = new Map();
      target.uidnext = 1;
      for (const { message, flags } of kept) this.add(target, message, flags);
    },
    hasMail(target: FakeFolder): boolean {
      for (let uid = 1; uid < target.uidnext; uid++) if (placement(target, uid)) return true;
      return false;
    },
    addFolder(made: RemoteFolder) {
      list.push(emptyFolder(made, anchor + ++uidvalidityCount));
    },
    removeFolder(target: FakeFolder) {
      list.splice(list.indexOf(target), 1);
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
