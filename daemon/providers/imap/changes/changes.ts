import { ProviderError } from '../../provider.ts';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeBatch, Cursors } from '../../provider.ts';
import { batchPace } from './batch-pace.ts';
import type { BatchPace } from './batch-pace.ts';
import { batchOf, emptyBatch, visitBatches } from './change-batch.ts';
import type { SyncState } from './change-batch.ts';
import { emptyCursor, goneCursor, readCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { FolderMemory } from '../folders/folder-memory.ts';
import { inboxStatus, isAsLeft, isMissing, saysMissing } from './folder-status.ts';
import { visitFolder } from './folder-visit.ts';
import { nextWindow, windowWithout } from './folder-window.ts';
import type { Progress, Window } from './folder-window.ts';
import { listInTurn, listStates } from '../folders/folders.ts';
import type { ListedFolder } from '../folders/folders.ts';
import type { Line } from '../connection/line.ts';
import { isLoss } from '../messages/sources.ts';
import { countOf } from '../uid-set.ts';

/** How many messages the server is asked about at a time: few at first, so that the newest mail shows at once. */
const firstWindow = 200;
const laterWindow = 500;

/** Up to so many messages are fetched before it is told what left its folder; more would hold that back too long. */
const fewPending = 5000;

/** How often the folders are looked at again for where mail that left one of them has gone. */
const mostRounds = 4;

type Parts = { line: Line; clock: Clock; memory: FolderMemory };

type Sync = SyncState &
  Parts & {
    pace: BatchPace;
    signal: AbortSignal;
    cursors: Cursors;
    /** Folders that could not be read in this sync, and those that turned out to be gone. */
    troubled: Set<string>;
    vanished: Set<string>;
    /** About how many messages of a folder the server may be asked at a time. */
    narrow: Map<string, number>;
  };

/**
 * `Provider.changes` for IMAP: a stream is a folder path. First every folder in turn, INBOX leading, with what changed
 * and the newest window of what is new; then older mail, always of the folder whose next is the newest, while INBOX is
 * looked at again before each batch. Between two batches nothing is held: the connection is free for other verbs.
 */
export async function* imapChanges(parts: Parts, cursors: Cursors, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
  const nothing = { folders: new Map(), left: new Map(), narrow: new Map() };
  const trouble = { troubled: new Set<string>(), vanished: new Set<string>() };
  const sync: Sync = { ...parts, signal, cursors, pace: batchPace(), ...nothing, ...trouble };
  const listed = await parts.line.use(signal, ({ client }) => listInTurn(client, parts.memory));
  yield* lookAround(sync, listed);
  yield* tellLeft(sync);
  yield* fillUp(sync);
  // Last, so that the mail of a renamed folder has arrived at its new place before it leaves the old one.
  yield* unlistedFolders(sync, listed);
  // Some of these may be there after all.
  yield* fillUp(sync);
  yield* tellLeft(sync);
}

/** Brings what is pending in any folder, and what comes into INBOX or leaves it meanwhile. */
async function* fillUp(sync: Sync): AsyncGenerator<ChangeBatch> {
  for (let path = newestUnfinished(sync); path !== undefined; path = newestUnfinished(sync)) {
    yield* inboxNews(sync);
    yield* tellLeft(sync);
    if (sync.folders.get(path)?.pending.length) yield* orTrouble(sync, path, () => fillIn(sync, path));
  }
}

/** Looks at every folder that is not as it was left. */
async function* lookAround(sync: Sync, listed: readonly ListedFolder[]): AsyncGenerator<ChangeBatch> {
  const { folders, cursors, troubled } = sync;
  for (const { path, selectable, status, trouble, rests } of listed) {
    if (!selectable || troubled.has(path)) continue;
    if (trouble !== undefined) {
      troubled.add(path);
      yield { ...emptyBatch(path), trouble };
      continue;
    }
    const seen = folders.get(path);
    const before = seen?.cursor ?? readCursor(cursors[path]);
    const canTell = seen !== undefined || (before?.complete === true && (rests || canTellFlags(before)));
    const isQuiet = before && canTell && (status ? isAsLeft(before, seen?.pending ?? [], status) : rests);
    if (isQuiet) {
      if (!seen) folders.set(path, quietly(before));
    } else if (!before && status?.messages === 0) {
      folders.set(path, quietly(emptyCursor(status)));
      yield batchOf(sync, path, {});
    } else yield* orTrouble(sync, path, () => look(sync, path, before, seen));
  }
}

/** A folder without modification sequences has to be opened to know about the flags of what lies there. */
function canTellFlags({ modseq, known }: Cursor): boolean {
  return modseq !== undefined || !known.length;
}

function quietly(cursor: Cursor): Progress {
  return { cursor, pending: [], ready: [], frontier: 0 };
}

async function* look(
  sync: Sync,
  path: string,
  before: Cursor | undefined,
  seen: Progress | undefined,
): AsyncGenerator<ChangeBatch> {
  const { line, signal, folders } = sync;
  const visit = await line.use(signal, ({ client }) => visitFolder(client, path, before, seen?.pending));
  const { cursor, pending } = visit;
  const start = { cursor, pending, ready: [], frontier: seen?.frontier ?? Infinity };
  const { arrivals, progress } = await askWindow(sync, path, start, firstWindow);
  folders.set(path, progress);
  yield* visitBatches(sync, path, { before, visit, arrivals });
}

async function* fillIn(sync: Sync, path: string): AsyncGenerator<ChangeBatch> {
  const { folders } = sync;
  const before = folders.get(path);
  if (!before) return;
  const { arrivals, progress } = await askWindow(sync, path, before, laterWindow);
  folders.set(path, progress);
  yield* paced(sync, batchOf(sync, path, { arrivals }));
}

/**
 * Where the connection breaks over the question about many messages, and stands again after, fewer are asked about, down
 * to the one that breaks it: of that one no more than its UID is known then.
 */
async function askWindow(sync: Sync, path: string, before: Progress, usual: number): Promise<Window> {
  const { line, signal, narrow, clock } = sync;
  for (let most = Math.min(usual, narrow.get(path) ?? usual); ; most = Math.ceil(most / 8)) {
    try {
      const window = await line.use(signal, ({ client }) => nextWindow(client, path, before, { most, ...sync }));
      narrow.set(path, most * 2);
      return window;
    } catch (error) {
      if (!isLoss(error) || line.stands) throw error;
      // Throws where it was not the message but the connection.
      await line.use(signal, ({ client }) => client.noop());
      narrow.set(path, most);
      if (most === 1) return windowWithout(path, before, clock);
    }
  }
}

/** Measures how long whoever takes the batch needs for it. */
async function* paced({ pace }: Sync, batch: ChangeBatch): AsyncGenerator<ChangeBatch> {
  const given = performance.now();
  yield batch;
  pace.took(
    batch.arrivals.map(({ size }) => size),
    performance.now() - given,
  );
}

async function* inboxNews(sync: Sync): AsyncGenerator<ChangeBatch> {
  const inbox = sync.folders.get('INBOX');
  if (!inbox) return;
  const check = async function* (): AsyncGenerator<ChangeBatch> {
    const status = await sync.line.use(sync.signal, ({ client }) => inboxStatus(client));
    if (status && !isAsLeft(inbox.cursor, inbox.pending, status)) yield* look(sync, 'INBOX', inbox.cursor, inbox);
  };
  yield* orTrouble(sync, 'INBOX', check);
}

/**
 * Tells what left its folder. Mail that was moved has been at its new place since before it left the old one, so the
 * other folders are looked at first, until a look shows nothing more that left.
 */
async function* tellLeft(sync: Sync): AsyncGenerator<ChangeBatch> {
  const { left, folders } = sync;
  const count = () => [...left.values()].reduce((sum, refs) => sum + refs.length, 0);
  for (let round = 0, told = 0; count() > told && round < mostRounds; round++) {
    told = count();
    const listed = await sync.line.use(sync.signal, ({ client }) => listStates(client, sync.memory));
    yield* lookAround(sync, listed);
  }
  if (count() === 0) return;
  if (pendingOf(sync) <= fewPending)
    for (let path = newestUnfinished(sync); path !== undefined; path = newestUnfinished(sync))
      yield* orTrouble(sync, path, () => fillIn(sync, path));
  const all = [...left];
  left.clear();
  for (const [path, removed] of all) if (folders.has(path)) yield batchOf(sync, path, { removed });
}

async function* unlistedFolders(sync: Sync, listed: readonly ListedFolder[]): AsyncGenerator<ChangeBatch> {
  const { cursors, vanished, line, signal } = sync;
  const open = new Set(listed.flatMap(({ path, selectable }) => (selectable && !vanished.has(path) ? [path] : [])));
  const closed = new Set([...listed.map(({ path }) => path), ...vanished]);
  const check = async function* (path: string): AsyncGenerator<ChangeBatch> {
    const isGone = closed.has(path) || (await line.use(signal, ({ client }) => isMissing(client, path)));
    if (!isGone) return yield* look(sync, path, readCursor(cursors[path]), undefined);
    // Uidvalidity 0 is no folder's: every place in the folder is gone, and none arrives.
    yield { ...emptyBatch(path), cursor: goneCursor, reset: { folder: path, uidvalidity: 0 } };
  };
  for (const path of Object.keys(cursors))
    if (!open.has(path) && cursors[path] !== goneCursor) yield* orTrouble(sync, path, () => check(path));
}

function pendingOf({ folders }: Sync): number {
  return [...folders.values()].reduce((sum, { pending }) => sum + countOf(pending), 0);
}

/** The folder with mail left to fill in whose next message is likely the newest of all. */
function newestUnfinished({ folders }: Sync): string | undefined {
  let newest: { path: string; frontier: number } | undefined;
  for (const [path, { pending, frontier }] of folders)
    if (pending.length && (!newest || frontier > newest.frontier)) newest = { path, frontier };
  return newest?.path;
}

/**
 * One folder's trouble is told and the others go on; without a connection, or a sign-in, nothing can go on. A folder over
 * which the connection breaks twice, while it stands again after, is in trouble, too.
 */
async function* orTrouble(
  sync: Sync,
  path: string,
  batches: () => AsyncGenerator<ChangeBatch>,
  isSecond = false,
): AsyncGenerator<ChangeBatch> {
  const { line, signal, folders, left, troubled, vanished, memory } = sync;
  try {
    yield* batches();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!line.stands) {
      if (!isLoss(error)) throw error;
      // Throws where it was not the folder but the connection.
      await line.use(signal, ({ client }) => client.noop());
      if (!isSecond) return yield* orTrouble(sync, path, batches, true);
    }
    folders.delete(path);
    left.delete(path);
    troubled.add(path);
    if (saysMissing(error.cause) && path !== 'INBOX') {
      vanished.add(path);
      memory.gone.add(path);
    } else yield { ...emptyBatch(path), trouble: error.message };
  }
}
