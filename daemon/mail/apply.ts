import type { Clock } from '../base/clock.ts';
import type { Effect } from '../contract/define.ts';
import type { Announcement } from '../contract/events.ts';
import { sql, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import { startJob } from './jobs.ts';
import type { Change, Restore } from './mutations/change.ts';
import { startEdit, inverseEdit, type FolderEdit } from './mutations/folders.ts';
import { addAccount, addMutation, type About, type MutationKind } from './mutations/journal.ts';
import {
  addNewOperations,
  addOperation,
  hasNewOperations,
  isReversible,
  newOperations,
  operationsOf,
  type Operation,
} from './mutations/operations.ts';
import { closeCompleted, startedEvent, type Closed } from './mutations/completion.ts';
import { quietPlaces } from './mutations/shown.ts';
import { isLocal, labelMaps, refreshShown, refreshThreadsOf, settleOperation } from './mutations/settle.ts';

/** Who acts: kept with what was done, for whatever is done later because of it. */
export type Actor = { origin: string; token_id?: string | null | undefined };

/**
 * Why somebody who asked for something earlier may not do it any more, as a sentence; undefined where they may. A loop asks
 * when what was asked for is due, with the origin that is stored with it.
 */
export type MayStill = (actor: Actor, effect: Effect, account: number) => string | undefined;

/**
 * A message to act on; `changes` where they are not those of all. `undone`: an operation that no server was told of has
 * been cancelled, and this would bring it back.
 */
export type Target = { id: number; message_id: string; changes?: readonly Change[]; undone?: Restore | null };

export type AccountWish = {
  account: Account;
  changes: readonly Change[];
  targets: readonly Target[];
  /** Folders to make before, and to rename or remove after the messages have been seen to. */
  before?: readonly FolderEdit[];
  after?: readonly FolderEdit[];
};

/** Why a message that was named is left as it is. */
export type Skipped = {
  message_id: string;
  outcome: 'skipped' | 'failed';
  reason: string;
  /** Whose it is, where it is here. */
  account?: Account;
};

export type MutationWish = {
  kind: MutationKind;
  about?: About;
  actor: Actor;
  /** What the caller calls it. */
  correlation?: string | undefined;
  accounts: readonly AccountWish[];
  left?: readonly Skipped[];
  undoOf?: number;
};

/** What was done in the store, by internal ids; told to clients and to the loops once it is committed. */
export type Acted = {
  updated: { account: Account; messages: number[] }[];
  /** Accounts whose servers have something to be told. */
  queued: Account[];
  /** More is to be settled, by `settleNew`. */
  hasNew: boolean;
  /** Accounts that have another label, or one by another name. */
  relabelled?: readonly Account[];
  /** What clients are told besides. */
  besides?: readonly Announcement[];
  /** What somebody has just asked for, where this is the answer to that. */
  did?: Did;
} & Closed;

/** An act on mail: what it was and who is behind it. */
export type Did = {
  kind: MutationKind;
  about: About;
  origin: string;
  /** What was asked of the mail that was there to be acted on; empty where none was. */
  changes: readonly Change[];
};

/** Of messages that are shown otherwise though no server has anything to be told of it. */
export function shownOtherwise(account: Account, messages: number[], besides: readonly Announcement[] = []): Acted {
  return { updated: [{ account, messages }], queued: [], hasNew: false, besides, completed: [], underWay: [] };
}

export type ApplyParts = { db: WriteDb; clock: Clock; onActed: (acted: Acted) => void };

/** What an answer says of a mutation (wire-contract, section 14.5). */
export type Applied = {
  id: number;
  mutation_id: string;
  /** Whether it changed anything, so that there is something to take back. */
  undoable: boolean;
  undoable_until: string;
  job_id: string | null;
  wishes: readonly AccountWish[];
  left: readonly Skipped[];
};

/** More messages than these are a job. */
const mostWithoutJob = 100;
/** So many are settled before the answer; the rest follows at once, in short transactions. */
const mostAtOnce = 200;

/**
 * Does something to mail: in one transaction the mutation, an operation a message for its server, how each is taken
 * back, and what is shown from now on. Above 200 messages the last two follow within moments, and after a crash at the
 * next start. The servers are told by the push loops. May be called inside a transaction.
 */
export function applyMutation({ db, clock, onActed }: ApplyParts, wish: MutationWish): Applied {
  const { kind, about = {}, actor, correlation, accounts, left = [], undoOf } = wish;
  const count = accounts.reduce((sum, { targets }) => sum + targets.length, 0);
  const requested = count + left.length;
  const now = clock.now();
  return db.transaction(() => {
    const { origin, token_id } = actor;
    const noted = { kind, about, origin, token_id, correlation, requested, skipped: left.length, undoOf };
    // Where no server stands behind the mail, what is done is done to what is stored: one after the other.
    if (accounts.some(({ account }) => isLocal(account))) settleBefore({ db, clock, onActed }, accounts);
    const mutation = addMutation(db, noted, now);
    for (const each of accounts) queueAccount(db, mutation.id, each);
    const job = count > mostWithoutJob ? startMutationJob({ db, clock }, mutation.id, wish, requested) : undefined;
    const first = operationsOf(db, mutation.id, mostAtOnce).filter(({ state }) => state === 'new');
    const updated = settle(
      db,
      first,
      accounts.map(({ account }) => account),
    );
    const cancelled = accounts.map(({ account, targets }) => ({
      account,
      messages: refreshShown(
        db,
        targets.filter(({ undone }) => undone !== undefined).map(({ id }) => ({ id, account: account.id })),
      ),
    }));
    onActed({
      updated: [...updated, ...cancelled],
      queued: accounts.map(({ account }) => account).filter((account) => !isLocal(account)),
      hasNew: hasNewOperations(db, mutation.id),
      did: { kind, about, origin, changes: changesOf(accounts) },
      relabelled: accounts.filter(editsFolders).map(({ account }) => account),
      ...(job !== undefined && {
        besides: [
          startedEvent(
            { kind, job_id: job },
            accounts.map(({ account }) => account),
            requested,
          ),
        ],
      }),
      ...closeCompleted({ db, clock }, [mutation.id]),
    });
    const undoable = isReversible(db, mutation.id);
    return { ...mutation, undoable, job_id: job ?? null, wishes: accounts, left };
  });
}

function changesOf(accounts: readonly AccountWish[]): Change[] {
  return accounts.flatMap(({ changes, targets }) => (targets.length > 0 ? changes : []));
}

function editsFolders({ before = [], after = [] }: AccountWish): boolean {
  return before.length + after.length > 0;
}

function queueAccount(
  db: WriteDb,
  mutation: number,
  { account, changes, targets, before = [], after = [] }: AccountWish,
): void {
  addAccount(db, mutation, account.id, changes);
  const here = isLocal(account);
  const queueEdit = (edit: FolderEdit) => {
    startEdit(db, edit, { isLocal: here });
    addOperation(db, {
      mutation,
      account: account.id,
      message: null,
      message_id: null,
      folder: JSON.stringify(edit),
      state: here ? 'done' : 'queued',
      inverse: JSON.stringify(inverseEdit(edit)),
    });
  };
  for (const edit of before) queueEdit(edit);
  addNewOperations(
    db,
    { mutation, account: account.id },
    targets.filter(({ undone }) => undone === undefined),
  );
  for (const { id, message_id, undone } of targets.filter((target) => target.undone !== undefined)) {
    const named = { mutation, account: account.id, message: id, message_id };
    addOperation(db, { ...named, changes: [], state: 'done', inverse: undone ? JSON.stringify(undone) : undefined });
  }
  for (const edit of after) queueEdit(edit);
}

function startMutationJob(
  parts: Pick<ApplyParts, 'db' | 'clock'>,
  mutation: number,
  { kind, accounts }: MutationWish,
  total: number,
): string {
  const [only, ...others] = accounts;
  const account = only && others.length === 0 ? { account: only.account.id } : {};
  const job = startJob(parts, { kind: `mutation.${kind}`, ...account });
  job.progress({ total });
  parts.db.run(sql`UPDATE mutations SET job_id = ${job.job_id} WHERE id = ${mutation}`);
  return job.job_id;
}

/** Does the local part of operations; gives the messages that are shown otherwise now. */
function settle(db: WriteDb, operations: readonly Operation[], accounts: readonly Account[]): Acted['updated'] {
  const maps = labelMaps(db);
  const updated = new Map<number, number[]>(accounts.map(({ id }) => [id, []]));
  const quiet = quietAmong(db, operations);
  for (const operation of operations) {
    const account = accounts.find(({ id }) => id === operation.account);
    if (!account) continue;
    const places = quiet.get(operation.message ?? 0);
    const where = { labels: maps(account.id), isLocal: isLocal(account), quiet: places };
    const changed = settleOperation(db, operation, where);
    if (changed && operation.message !== null) updated.get(account.id)?.push(operation.message);
  }
  refreshThreadsOf(db, [...updated.values()].flat());
  return accounts.map((account) => ({ account, messages: updated.get(account.id) ?? [] }));
}

/** Where the messages lie of which nothing is asked but one of these operations. */
function quietAmong(db: WriteDb, operations: readonly Operation[]): ReturnType<typeof quietPlaces> {
  const groups = Map.groupBy(operations, ({ message }) => message ?? 0);
  const single = [...groups.values()].flatMap(([first, ...others]) => (first && others.length === 0 ? [first] : []));
  const messages = single.flatMap(({ message }) => message ?? []);
  return quietPlaces(
    db,
    messages,
    single.map(({ id }) => id),
  );
}

/** Messages settled in one transaction, so that none keeps a request waiting for long. */
const settledTogether = 200;

/** Settles some of what a large mutation, or a crash, has left to be settled; gives whether there may be more. */
export function settleNew(parts: ApplyParts, accounts: readonly Account[]): boolean {
  return parts.db.transaction(() => settleSome(parts, newOperations(parts.db, settledTogether), accounts));
}

/** Settles what is left to be settled of a mutation: what it did has to be known to who takes it back. */
export function settleRest(parts: ApplyParts, mutation: number, accounts: readonly Account[]): void {
  const rest = operationsOf(parts.db, mutation).filter(({ state }) => state === 'new');
  settleSome(parts, rest, accounts);
}

function settleBefore(parts: ApplyParts, wishes: readonly AccountWish[]): void {
  const local = wishes.map(({ account }) => account).filter(isLocal);
  const earlier = newOperations(parts.db, Number.MAX_SAFE_INTEGER);
  settleSome(
    parts,
    earlier.filter(({ account }) => local.some(({ id }) => id === account)),
    local,
  );
}

function settleSome(
  { db, clock, onActed }: ApplyParts,
  some: readonly Operation[],
  accounts: readonly Account[],
): boolean {
  if (some.length === 0) return false;
  const updated = settle(db, some, accounts);
  // To count what has been done takes longer the more there is, so it is done once all is settled.
  const settled = [...new Set(some.map(({ mutation }) => mutation))].filter((id) => !hasNewOperations(db, id));
  onActed({ updated, queued: [...accounts], hasNew: false, ...closeCompleted({ db, clock }, settled) });
  return some.length === settledTogether;
}
