import { ProviderError } from '../../provider.ts';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeBatch, Cursors } from '../../provider.ts';
import { createBatchSizer } from './batch-sizer.ts';
import type { BatchSizer } from './batch-sizer.ts';
import { batchOf, emptyBatch, visitBatches } from './change-batch.ts';
import type { SyncState } from './change-batch.ts';
import { emptyCursor, deletedFolderCursor, readCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { FolderListState } from '../folders/folder-list-state.ts';
import { inboxStatus, matchesCursor, isMissing, saysMissing } from './folder-status.ts';
import { visitFolder } from './folder-visit.ts';
import type { Visit } from './folder-visit.ts';
import { listMessages } from './message-listing.ts';
import { reconnect } from '../connection/reconnect.ts';
import type { OnStall } from '../connection/reconnect.ts';
import { nextWindow, windowUids } from './folder-window.ts';
import type { FolderProgress, MessageWindow } from './folder-window.ts';
import { listInRotation, listWithStatus } from '../folders/folders.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';
import { isConnectionLoss } from '../messages/sources.ts';
import { isStall } from '../connection/stall-watch.ts';
import { countOf, noUids } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';
import type { ListedFolder } from '../folders/folder-entry.ts';

/** The number of messages requested at a time: few at first, so that the newest mail appears immediately. */
const firstWindowSize = 200;
const laterWindowSize = 500;

/**
 * Up to this many messages are fetched before removals from their folder are reported; more would delay the removals too
 * long.
 */
const maxPendingBeforeRemovals = 5000;

/** How often the folders are checked again for mail that was moved out of one of them. */
const maxRounds = 4;

type ChangesDeps = {
  queue: ConnectionQueue;
  clock: Clock;
  folderState: FolderListState;
  onStall: OnStall;
};

type Sync = SyncState &
  ChangesDeps & {
    sizer: BatchSizer;
    signal: AbortSignal;
    cursors: Cursors;
    /** Folders that could not be read in this sync, and folders that proved to be deleted. */
    failedFolders: Set<string>;
    missingFolders: Set<string>;
    /** The approximate number of messages of a folder that one request may include. */
    windowLimits: Map<string, number>;
    /** How many messages of a folder the server counts and does not list. */
    unlisted: Map<string, number>;
  };

/**
 * `Provider.changes` for IMAP: a stream is a folder path. First it reports the changes and the newest window of new mail of
 * every folder in turn, INBOX first. Then it reports older mail, always from the folder with the newest next message, and
 * checks INBOX before each batch. Between two batches the connection is free for other methods.
 */
export async function* imapChanges(
  deps: ChangesDeps,
  cursors: Cursors,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const progress = { folders: new Map(), vacated: new Map(), windowLimits: new Map(), unlisted: new Map() };
  const failures = { failedFolders: new Set<string>(), missingFolders: new Set<string>() };
  const sync: Sync = { ...deps, signal, cursors, sizer: createBatchSizer(), ...progress, ...failures };
  const listed = await deps.queue.use(signal, ({ client }) => listInRotation(client, deps.folderState));
  yield* checkFolders(sync, listed);
  yield* reportVacated(sync);
  yield* backfillFolders(sync);
  // Last, so that the mail of a renamed folder arrives at its new path before it is removed from the old one.
  yield* unlistedFolders(sync, listed);
  // Some of these may exist after all.
  yield* backfillFolders(sync);
  yield* reportVacated(sync);
  yield* withheldBatches(sync);
}

function* withheldBatches({ folders, unlisted }: Sync): Generator<ChangeBatch> {
  for (const [path, { cursor }] of folders) {
    const withheld = { messages: unlisted.get(path) ?? 0, flags: countOf(cursor.flagless ?? noUids) };
    if (withheld.messages + withheld.flags > 0) yield { ...emptyBatch(path), withheld };
  }
}

/** Fetches the pending mail of all folders, and reports changes of INBOX in between. */
async function* backfillFolders(sync: Sync): AsyncGenerator<ChangeBatch> {
  for (let path = newestUnfinished(sync); path !== undefined; path = newestUnfinished(sync)) {
    yield* inboxChanges(sync);
    yield* reportVacated(sync);
    if (sync.folders.get(path)?.pending.length) yield* orFolderError(sync, path, () => backfillWindow(sync, path));
  }
}

/** Visits every folder that differs from its stored state. */
async function* checkFolders(sync: Sync, listed: readonly ListedFolder[]): AsyncGenerator<ChangeBatch> {
  const { folders, cursors, failedFolders } = sync;
  for (const { path, selectable, status, error, isSkipped } of listed) {
    if (!selectable || failedFolders.has(path)) continue;
    if (error !== undefined) {
      failedFolders.add(path);
      yield { ...emptyBatch(path), error };
      continue;
    }
    const progress = folders.get(path);
    const before = progress?.cursor ?? readCursor(cursors[path]);
    const isFlagStateKnown =
      progress !== undefined || (before?.complete === true && (isSkipped || hasFlagTracking(before)));
    const isUnchanged =
      before && isFlagStateKnown && (status ? matchesCursor(before, progress?.pending ?? [], status) : isSkipped);
    if (isUnchanged) {
      if (!progress) folders.set(path, progressAt(before));
    } else if (!before && status?.messages === 0) {
      folders.set(path, progressAt(emptyCursor(status)));
      yield batchOf(sync, path, {});
    } else yield* orFolderError(sync, path, () => syncFolder(sync, path, before, progress));
  }
}

/** Without modification sequences, a folder must be opened to read the flags of its messages. */
function hasFlagTracking({ modseq, known }: Cursor): boolean {
  return modseq !== undefined || !known.length;
}

function progressAt(cursor: Cursor): FolderProgress {
  return { cursor, pending: [], fetched: [], oldestReceivedMs: 0 };
}

async function* syncFolder(
  sync: Sync,
  path: string,
  before: Cursor | undefined,
  previous: FolderProgress | undefined,
): AsyncGenerator<ChangeBatch> {
  const { folders, unlisted } = sync;
  const visit = await visitInAnyWay(sync, path, before, previous?.pending);
  const { cursor, pending } = visit;
  unlisted.set(path, visit.unlisted);
  const start = { cursor, pending, fetched: [], oldestReceivedMs: previous?.oldestReceivedMs ?? Infinity };
  const { arrivals, progress } = await fetchWindow(sync, path, start, firstWindowSize);
  folders.set(path, progress);
  yield* visitBatches(sync, path, { before, visit, arrivals });
}

/** A server that does not answer a search is asked for a list instead. */
async function visitInAnyWay(
  sync: Sync,
  path: string,
  before: Cursor | undefined,
  pending: UidSet | undefined,
): Promise<Visit> {
  const { queue, signal } = sync;
  try {
    return await queue.use(signal, ({ client }) => visitFolder(client, path, before, { pending }));
  } catch (error) {
    if (!isStall(error)) throw error;
    await reconnect(sync, error);
    return queue.use(signal, ({ client }) => visitFolder(client, path, before, { pending, isSearchAvoided: true }));
  }
}

async function* backfillWindow(sync: Sync, path: string): AsyncGenerator<ChangeBatch> {
  const { folders } = sync;
  const before = folders.get(path);
  if (!before) return;
  const { arrivals, progress } = await fetchWindow(sync, path, before, laterWindowSize);
  folders.set(path, progress);
  yield* timed(sync, batchOf(sync, path, { arrivals }));
}

async function fetchWindow(
  sync: Sync,
  path: string,
  before: FolderProgress,
  windowSize: number,
): Promise<MessageWindow> {
  const { windowLimits, sizer } = sync;
  const requested = windowUids(before, windowSize);
  const folderRef = { folder: path, uidvalidity: before.cursor.uidvalidity };
  const listing = await listMessages(sync, folderRef, requested, windowLimits);
  return nextWindow(before, { requested, listing, sizer });
}

/** Measures how long the consumer needs for the batch. */
async function* timed({ sizer }: Sync, batch: ChangeBatch): AsyncGenerator<ChangeBatch> {
  const yieldedAt = performance.now();
  yield batch;
  sizer.recordDuration(
    batch.arrivals.map(({ size }) => size),
    performance.now() - yieldedAt,
  );
}

async function* inboxChanges(sync: Sync): AsyncGenerator<ChangeBatch> {
  const inbox = sync.folders.get('INBOX');
  if (!inbox) return;
  const check = async function* (): AsyncGenerator<ChangeBatch> {
    const status = await sync.queue.use(sync.signal, ({ client }) => inboxStatus(client));
    if (status && !matchesCursor(inbox.cursor, inbox.pending, status))
      yield* syncFolder(sync, 'INBOX', inbox.cursor, inbox);
  };
  yield* orFolderError(sync, 'INBOX', check);
}

/**
 * Reports removals. A moved message is at its new placement before it leaves the old one, so the other folders are visited
 * first, until a visit shows no more removals.
 */
async function* reportVacated(sync: Sync): AsyncGenerator<ChangeBatch> {
  const { vacated, folders } = sync;
  const count = () => [...vacated.values()].reduce((sum, refs) => sum + refs.length, 0);
  for (let round = 0, counted = 0; count() > counted && round < maxRounds; round++) {
    counted = count();
    const listed = await sync.queue.use(sync.signal, ({ client }) => listWithStatus(client, sync.folderState));
    yield* checkFolders(sync, listed);
  }
  if (count() === 0) return;
  if (pendingOf(sync) <= maxPendingBeforeRemovals)
    for (let path = newestUnfinished(sync); path !== undefined; path = newestUnfinished(sync))
      yield* orFolderError(sync, path, () => backfillWindow(sync, path));
  const all = [...vacated];
  vacated.clear();
  for (const [path, removed] of all) if (folders.has(path)) yield batchOf(sync, path, { removed });
}

async function* unlistedFolders(sync: Sync, listed: readonly ListedFolder[]): AsyncGenerator<ChangeBatch> {
  const { cursors, missingFolders, queue, signal } = sync;
  const open = new Set(
    listed.flatMap(({ path, selectable }) => (selectable && !missingFolders.has(path) ? [path] : [])),
  );
  const closed = new Set([...listed.map(({ path }) => path), ...missingFolders]);
  const check = async function* (path: string): AsyncGenerator<ChangeBatch> {
    const isGone = closed.has(path) || (await queue.use(signal, ({ client }) => isMissing(client, path)));
    if (!isGone) return yield* syncFolder(sync, path, readCursor(cursors[path]), undefined);
    // Uidvalidity 0 belongs to no folder: every placement in the folder is removed, and none is added.
    yield { ...emptyBatch(path), cursor: deletedFolderCursor, reset: { folder: path, uidvalidity: 0 } };
  };
  for (const path of Object.keys(cursors))
    if (!open.has(path) && cursors[path] !== deletedFolderCursor) yield* orFolderError(sync, path, () => check(path));
}

function pendingOf({ folders }: Sync): number {
  return [...folders.values()].reduce((sum, { pending }) => sum + countOf(pending), 0);
}

/** The unfinished folder whose next message is likely the newest of all. */
function newestUnfinished({ folders }: Sync): string | undefined {
  let newest: { path: string; frontier: number } | undefined;
  for (const [path, { pending, oldestReceivedMs }] of folders)
    if (pending.length && (!newest || oldestReceivedMs > newest.frontier))
      newest = { path, frontier: oldestReceivedMs };
  return newest?.path;
}

/**
 * Trouble of one folder is reported and the others continue; without a connection or sign-in no folder can continue. A
 * folder that breaks the connection twice or stalls it, while it works afterwards, is in trouble too.
 */
async function* orFolderError(
  sync: Sync,
  path: string,
  batches: () => AsyncGenerator<ChangeBatch>,
  isSecond = false,
): AsyncGenerator<ChangeBatch> {
  const { queue, folders, vacated, failedFolders, missingFolders, folderState } = sync;
  try {
    yield* batches();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!queue.isConnected) {
      if (!isConnectionLoss(error)) throw error;
      await reconnect(sync, error);
      if (!isSecond && !isStall(error)) return yield* orFolderError(sync, path, batches, true);
    }
    folders.delete(path);
    vacated.delete(path);
    failedFolders.add(path);
    if (saysMissing(error.cause) && path !== 'INBOX') {
      missingFolders.add(path);
      folderState.deletedPaths.add(path);
    } else yield { ...emptyBatch(path), error: error.message };
  }
}
