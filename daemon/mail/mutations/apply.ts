import type { Clock } from '../../base/clock.ts';
import type { Effect } from '../../contract/define.ts';
import type { Announcement } from '../../contract/events.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { startJob } from '../jobs/jobs.ts';
import type { Change, RestoreChange } from './change.ts';
import { startFolderEdit, inverseFolderEdit, type FolderEdit } from './folders/folder-edits.ts';
import { addMutationAccount, addMutation, type MutationDetails, type MutationKind } from './journal.ts';
import {
  addNewOperations,
  addOperation,
  hasNewOperations,
  isReversible,
  newOperations,
  operationsOf,
  type Operation,
} from './operations.ts';
import { completeFinishedMutations, startedEvent, type CompletionResult } from './completion.ts';
import { settledPlacements } from './displayed-placements.ts';
import {
  isLocalAccount,
  labelMaps,
  refreshMessagesAndThreads,
  refreshThreadsOfMessages,
  applyOperationLocally,
} from './apply-locally.ts';

/** Who acts: kept with what was done, for whatever is done later because of it. */
export type Actor = { origin: string; token_id?: string | null | undefined };

/**
 * Why somebody who asked for something earlier may not do it any more, as a sentence; undefined where they may. A loop asks
 * when what was asked for is due, with the origin that is stored with it.
 */
export type DeferredAuthorization = (actor: Actor, effect: Effect, account: number) => string | undefined;

/**
 * A message to act on; `changes` where they are not those of all. `undone`: an operation that no server was told of has
 * been cancelled, and this would bring it back.
 */
export type MutationTarget = {
  id: number;
  message_id: string;
  changes?: readonly Change[];
  redo?: RestoreChange | null;
};

export type AccountMutation = {
  account: Account;
  changes: readonly Change[];
  targets: readonly MutationTarget[];
  /** Folders to make before, and to rename or remove after the messages have been seen to. */
  before?: readonly FolderEdit[];
  after?: readonly FolderEdit[];
};

/** Why a message that was named is left as it is. */
export type SkippedMessage = {
  message_id: string;
  outcome: 'skipped' | 'failed';
  reason: string;
  /** Whose it is, where it is here. */
  account?: Account;
};

export type MutationRequest = {
  kind: MutationKind;
  details?: MutationDetails;
  actor: Actor;
  /** What the caller calls it. */
  correlation?: string | undefined;
  accounts: readonly AccountMutation[];
  skipped?: readonly SkippedMessage[];
  undoOf?: number;
};

/** What was done in the store, by internal ids; told to clients and to the loops once it is committed. */
export type MutationResult = {
  updated: { account: Account; messages: number[] }[];
  /** Accounts whose servers have something to be told. */
  queued: Account[];
  /** More is to be settled, by `settleNew`. */
  hasUnsettled: boolean;
  /** Accounts that have another label, or one by another name. */
  relabelledAccounts?: readonly Account[];
  /** What clients are told besides. */
  announcements?: readonly Announcement[];
  /** What somebody has just asked for, where this is the answer to that. */
  action?: UserAction;
} & CompletionResult;

/** An act on mail: what it was and who is behind it. */
export type UserAction = {
  kind: MutationKind;
  details: MutationDetails;
  origin: string;
  /** What was asked of the mail that was there to be acted on; empty where none was. */
  changes: readonly Change[];
};

/** Of messages that are shown otherwise though no server has anything to be told of it. */
export function displayChange(
  account: Account,
  messages: number[],
  announcements: readonly Announcement[] = [],
): MutationResult {
  return {
    updated: [{ account, messages }],
    queued: [],
    hasUnsettled: false,
    announcements,
    completed: [],
    inProgress: [],
  };
}

export type ApplyDeps = { db: WriteDb; clock: Clock; onMutationResult: (result: MutationResult) => void };

/** What an answer says of a mutation (wire-contract, section 14.5). */
export type AppliedMutation = {
  id: number;
  mutation_id: string;
  /** Whether it changed anything, so that there is something to take back. */
  undoable: boolean;
  undoable_until: string;
  job_id: string | null;
  accountMutations: readonly AccountMutation[];
  skipped: readonly SkippedMessage[];
};

/** More messages than these are a job. */
const maxMessagesWithoutJob = 100;
/** So many are settled before the answer; the rest follows at once, in short transactions. */
const maxSettledBeforeReply = 200;

/**
 * Does something to mail: in one transaction the mutation, an operation a message for its server, how each is taken
 * back, and what is shown from now on. Above 200 messages the last two follow within moments, and after a crash at the
 * next start. The servers are told by the push loops. May be called inside a transaction.
 */
export function applyMutation({ db, clock, onMutationResult }: ApplyDeps, request: MutationRequest): AppliedMutation {
  const { kind, details = {}, actor, correlation, accounts, skipped = [], undoOf } = request;
  const count = accounts.reduce((sum, { targets }) => sum + targets.length, 0);
  const requested = count + skipped.length;
  const now = clock.now();
  return db.transaction(() => {
    const { origin, token_id } = actor;
    const journalEntry = {
      kind,
      about: details,
      origin,
      token_id,
      correlation,
      requested,
      skipped: skipped.length,
      undoOf,
    };
    // Where no server stands behind the mail, what is done is done to what is stored: one after the other.
    if (accounts.some(({ account }) => isLocalAccount(account)))
      settleEarlierLocal({ db, clock, onMutationResult }, accounts);
    const mutation = addMutation(db, journalEntry, now);
    for (const each of accounts) queueAccountMutation(db, mutation.id, each);
    const job =
      count > maxMessagesWithoutJob ? startMutationJob({ db, clock }, mutation.id, request, requested) : undefined;
    const first = operationsOf(db, mutation.id, maxSettledBeforeReply).filter(({ state }) => state === 'new');
    const updated = settleOperations(
      db,
      first,
      accounts.map(({ account }) => account),
    );
    const cancelled = accounts.map(({ account, targets }) => ({
      account,
      messages: refreshMessagesAndThreads(
        db,
        targets.filter(({ redo }) => redo !== undefined).map(({ id }) => ({ id, account: account.id })),
      ),
    }));
    onMutationResult({
      updated: [...updated, ...cancelled],
      queued: accounts.map(({ account }) => account).filter((account) => !isLocalAccount(account)),
      hasUnsettled: hasNewOperations(db, mutation.id),
      action: { kind, details, origin, changes: changesOf(accounts) },
      relabelledAccounts: accounts.filter(editsFolders).map(({ account }) => account),
      ...(job !== undefined && {
        announcements: [
          startedEvent(
            { kind, job_id: job },
            accounts.map(({ account }) => account),
            requested,
          ),
        ],
      }),
      ...completeFinishedMutations({ db, clock }, [mutation.id]),
    });
    const undoable = isReversible(db, mutation.id);
    return { ...mutation, undoable, job_id: job ?? null, accountMutations: accounts, skipped };
  });
}

function changesOf(accounts: readonly AccountMutation[]): Change[] {
  return accounts.flatMap(({ changes, targets }) => (targets.length > 0 ? changes : []));
}

function editsFolders({ before = [], after = [] }: AccountMutation): boolean {
  return before.length + after.length > 0;
}

function queueAccountMutation(
  db: WriteDb,
  mutation: number,
  { account, changes, targets, before = [], after = [] }: AccountMutation,
): void {
  addMutationAccount(db, mutation, account.id, changes);
  const isLocalMail = isLocalAccount(account);
  const queueEdit = (edit: FolderEdit) => {
    startFolderEdit(db, edit, { isLocal: isLocalMail });
    addOperation(db, {
      mutation,
      account: account.id,
      message: null,
      message_id: null,
      folder: JSON.stringify(edit),
      state: isLocalMail ? 'done' : 'queued',
      inverse: JSON.stringify(inverseFolderEdit(edit)),
    });
  };
  for (const edit of before) queueEdit(edit);
  addNewOperations(
    db,
    { mutation, account: account.id },
    targets.filter(({ redo }) => redo === undefined),
  );
  for (const { id, message_id, redo } of targets.filter((target) => target.redo !== undefined)) {
    const operation = { mutation, account: account.id, message: id, message_id };
    addOperation(db, { ...operation, changes: [], state: 'done', inverse: redo ? JSON.stringify(redo) : undefined });
  }
  for (const edit of after) queueEdit(edit);
}

function startMutationJob(
  deps: Pick<ApplyDeps, 'db' | 'clock'>,
  mutation: number,
  { kind, accounts }: MutationRequest,
  total: number,
): string {
  const [single, ...others] = accounts;
  const account = single && others.length === 0 ? { account: single.account.id } : {};
  const job = startJob(deps, { kind: `mutation.${kind}`, ...account });
  job.progress({ total });
  deps.db.run(sql`UPDATE mutations SET job_id = ${job.job_id} WHERE id = ${mutation}`);
  return job.job_id;
}

/** Does the local part of operations; gives the messages that are shown otherwise now. */
function settleOperations(
  db: WriteDb,
  operations: readonly Operation[],
  accounts: readonly Account[],
): MutationResult['updated'] {
  const maps = labelMaps(db);
  const updated = new Map<number, number[]>(accounts.map(({ id }) => [id, []]));
  const settledByMessage = placementsOfSoleOperations(db, operations);
  for (const operation of operations) {
    const account = accounts.find(({ id }) => id === operation.account);
    if (!account) continue;
    const placements = settledByMessage.get(operation.message ?? 0);
    const options = { labels: maps(account.id), isLocal: isLocalAccount(account), knownPlacements: placements };
    const changed = applyOperationLocally(db, operation, options);
    if (changed && operation.message !== null) updated.get(account.id)?.push(operation.message);
  }
  refreshThreadsOfMessages(db, [...updated.values()].flat());
  return accounts.map((account) => ({ account, messages: updated.get(account.id) ?? [] }));
}

/** Where the messages lie of which nothing is asked but one of these operations. */
function placementsOfSoleOperations(
  db: WriteDb,
  operations: readonly Operation[],
): ReturnType<typeof settledPlacements> {
  const groups = Map.groupBy(operations, ({ message }) => message ?? 0);
  const single = [...groups.values()].flatMap(([first, ...others]) => (first && others.length === 0 ? [first] : []));
  const messages = single.flatMap(({ message }) => message ?? []);
  return settledPlacements(
    db,
    messages,
    single.map(({ id }) => id),
  );
}

/** Messages settled in one transaction, so that none keeps a request waiting for long. */
const settleBatchSize = 200;

/** Settles some of what a large mutation, or a crash, has left to be settled; gives whether there may be more. */
export function settleNewOperations(deps: ApplyDeps, accounts: readonly Account[]): boolean {
  return deps.db.transaction(() => settleBatch(deps, newOperations(deps.db, settleBatchSize), accounts));
}

/** Settles what is left to be settled of a mutation: what it did has to be known to who takes it back. */
export function settleMutation(deps: ApplyDeps, mutation: number, accounts: readonly Account[]): void {
  const unsettled = operationsOf(deps.db, mutation).filter(({ state }) => state === 'new');
  settleBatch(deps, unsettled, accounts);
}

function settleEarlierLocal(deps: ApplyDeps, accountMutations: readonly AccountMutation[]): void {
  const local = accountMutations.map(({ account }) => account).filter(isLocalAccount);
  const earlier = newOperations(deps.db, Number.MAX_SAFE_INTEGER);
  settleBatch(
    deps,
    earlier.filter(({ account }) => local.some(({ id }) => id === account)),
    local,
  );
}

function settleBatch(
  { db, clock, onMutationResult }: ApplyDeps,
  operations: readonly Operation[],
  accounts: readonly Account[],
): boolean {
  if (operations.length === 0) return false;
  const updated = settleOperations(db, operations, accounts);
  // To count what has been done takes longer the more there is, so it is done once all is settled.
  const settled = [...new Set(operations.map(({ mutation }) => mutation))].filter((id) => !hasNewOperations(db, id));
  onMutationResult({
    updated,
    queued: [...accounts],
    hasUnsettled: false,
    ...completeFinishedMutations({ db, clock }, settled),
  });
  return operations.length === settleBatchSize;
}
