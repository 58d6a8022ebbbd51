import type { Clock } from '../../base/clock.ts';
import type { Effect } from '../../contract/define.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
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

export type { Actor };

/**
 * Checks whether an actor may still do what it requested earlier: the reason if not, as a sentence; undefined if it
 * may. A loop calls it when a deferred request is due, with the origin stored with the request.
 */
export type DeferredAuthorization = (actor: Actor, effect: Effect, account: number) => string | undefined;

/**
 * A message to change; `changes` if they differ from the common ones. `redo`: an operation that was never sent has been
 * cancelled, and this restores its effect.
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
  /** Folders to create before the messages are changed, and to rename or delete afterwards. */
  before?: readonly FolderEdit[];
  after?: readonly FolderEdit[];
};

/** Why a requested message is left unchanged. */
export type SkippedMessage = {
  message_id: string;
  outcome: 'skipped' | 'failed';
  reason: string;
  /** The account of the message, if it is stored. */
  account?: Account;
};

export type MutationRequest = {
  kind: MutationKind;
  details?: MutationDetails;
  actor: Actor;
  /** The identifier that the caller chose. */
  correlation?: string | undefined;
  accounts: readonly AccountMutation[];
  skipped?: readonly SkippedMessage[];
  undoOf?: number;
};

/** The changes in the store, by internal ids; announced to clients and loops after the commit. */
export type MutationResult = {
  updated: { account: Account; messages: number[] }[];
  /** Accounts with new operations to push. */
  queued: Account[];
  /** Some operations are still to be settled, by `settleNewOperations`. */
  hasUnsettled: boolean;
  /** Accounts whose labels were added, removed or renamed. */
  relabelledAccounts?: readonly Account[];
  /** Additional events for clients. */
  announcements?: readonly Announcement[];
  /** The request that caused these changes, if it was direct. */
  action?: UserAction;
} & CompletionResult;

/** A request to change mail, and its origin. */
export type UserAction = {
  kind: MutationKind;
  details: MutationDetails;
  origin: string;
  /** The changes requested for the stored messages; empty if there were none. */
  changes: readonly Change[];
};

/** The result for messages whose display changes without an operation for a server. */
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

/** A mutation as described in a reply (wire-contract, section 14.5). */
export type AppliedMutation = {
  id: number;
  mutation_id: string;
  /** Whether it changed anything, so that it can be undone. */
  undoable: boolean;
  undoable_until: string;
  job_id: string | null;
  accountMutations: readonly AccountMutation[];
  skipped: readonly SkippedMessage[];
};

/** A mutation of more messages is a job. */
const maxMessagesWithoutJob = 100;
/** This many messages are settled before the reply; the rest follows in short transactions. */
const maxSettledBeforeReply = 200;

/**
 * Applies a mutation: one transaction stores the mutation and one operation per message, the inverse of each operation,
 * and the new displayed state. Above 200 messages the last two follow in short transactions, and after a crash at the
 * next start. The push loops send the operations to the servers. May be called inside a transaction.
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
    // In an account without a server, operations apply to the stored state in order.
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
            { kind, job_id: job, ...actor },
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
  { kind, accounts, actor }: MutationRequest,
  total: number,
): string {
  const job = startJob(deps, { kind: `mutation.${kind}`, accounts: accounts.map(({ account }) => account), actor });
  job.progress({ total });
  deps.db.run(sql`UPDATE mutations SET job_id = ${job.job_id} WHERE id = ${mutation}`);
  return job.job_id;
}

/** Settles operations; returns the messages whose display changed. */
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

/** The placements of messages that have no other pending operation than one of these. */
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

/** Messages settled per transaction, so that no request waits long. */
const settleBatchSize = 200;

/**
 * Settles some of the operations that a large mutation or a crash left unsettled; returns whether there may be more.
 */
export function settleNewOperations(deps: ApplyDeps, accounts: readonly Account[]): boolean {
  return deps.db.transaction(() => settleBatch(deps, newOperations(deps.db, settleBatchSize), accounts));
}

/** Settles all operations of a mutation: an undo needs to know their effects. */
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
  // Counting completed operations is slow for large mutations, so it waits until all are settled.
  const settled = [...new Set(operations.map(({ mutation }) => mutation))].filter((id) => !hasNewOperations(db, id));
  onMutationResult({
    updated,
    queued: [...accounts],
    hasUnsettled: false,
    ...completeFinishedMutations({ db, clock }, settled),
  });
  return operations.length === settleBatchSize;
}
