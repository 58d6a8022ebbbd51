import type { ImapFlow } from 'imapflow';
import type { Clock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { ChangeBatch, Cursors } from '../provider.ts';
import { fetchArrivals } from './arrivals.ts';
import { goneCursor, readCursor, writeCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { visitFolder } from './folder-visit.ts';
import type { FolderState, Visit } from './folder-visit.ts';
import { listStates } from './folders.ts';
import type { FolderStatus } from './folders.ts';
import type { Line } from './line.ts';
import { countOf, newestOf, uidsFrom, uidsOf, uidSetOf, union, without } from './uid-set.ts';
import type { UidSet } from './uid-set.ts';

/** How many messages a batch brings: few at first, so that the newest mail shows at once. */
const firstWindow = 200;
const laterWindow = 500;
const mostFlags = 1000;

/**
 * `Provider.changes` for IMAP: a stream is a folder path. First every folder in turn, INBOX leading, with what changed
 * and the newest window of what is new; then older mail, a window of each folder at a time, while INBOX is looked at
 * again before each. Between two batches nothing is held: the connection is free for other verbs.
 */
export async function* imapChanges(
  { line, clock }: { line: Line; clock: Clock },
  cursors: Cursors,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const states = new Map<string, FolderState>();

  const look = async function* (
    path: string,
    before: Cursor | undefined,
    pending?: UidSet,
  ): AsyncGenerator<ChangeBatch> {
    const seen = await line.use(signal, async ({ client }) => {
      const visit = await visitFolder(client, path, before, pending);
      return { visit, ...(await nextWindow(client, path, visit, firstWindow, clock)) };
    });
    states.set(path, seen.state);
    yield* visitBatches(path, before, seen);
  };

  const fillIn = async function* (path: string, state: FolderState): AsyncGenerator<ChangeBatch> {
    const { arrivals, state: after } = await line.use(signal, ({ client }) =>
      nextWindow(client, path, state, laterWindow, clock),
    );
    states.set(path, after);
    yield batchOf(path, after, { arrivals });
  };

  const inboxNews = async function* (): AsyncGenerator<ChangeBatch> {
    const inbox = states.get('INBOX');
    if (!inbox) return;
    const status = await line.use(signal, ({ client }) => inboxStatus(client));
    if (status && !isAsLeft(inbox.cursor, inbox.pending, status)) yield* look('INBOX', inbox.cursor, inbox.pending);
  };

  const listed = await line.use(signal, ({ client }) => listStates(client));
  const folders = listed.filter(({ selectable }) => selectable);
  for (const { path, status } of folders) {
    const before = readCursor(cursors[path]);
    const isQuiet = before?.complete && before.modseq !== undefined && status && isAsLeft(before, [], status);
    if (isQuiet) states.set(path, { cursor: before, pending: [] });
    else yield* orTrouble(line, path, states, look(path, before));
  }
  for (let path = nextUnfinished(states); path; path = nextUnfinished(states, path)) {
    yield* orTrouble(line, 'INBOX', states, inboxNews());
    const state = states.get(path);
    if (state?.pending.length) yield* orTrouble(line, path, states, fillIn(path, state));
  }
  // Last, so that the mail of a renamed folder has arrived at its new place before it leaves the old one.
  const unlisted = Object.keys(cursors).filter((path) => !folders.some((folder) => folder.path === path));
  for (const path of unlisted)
    if (cursors[path] !== goneCursor)
      yield* orTrouble(
        line,
        path,
        states,
        unlistedFolder(
          listed.some((folder) => folder.path === path),
          path,
        ),
      );

  async function* unlistedFolder(isClosed: boolean, path: string): AsyncGenerator<ChangeBatch> {
    const isGone = isClosed || (await line.use(signal, ({ client }) => isMissing(client, path)));
    if (!isGone) return yield* look(path, readCursor(cursors[path]));
    // Uidvalidity 0 is no folder's: every place in the folder is gone, and none arrives.
    yield { ...emptyBatch(path), cursor: goneCursor, reset: { folder: path, uidvalidity: 0 } };
  }
}

type Window = { state: FolderState; arrivals: ChangeBatch['arrivals'] };

/** Fetches the newest of what is pending; mail that has just come and mail that is filled in never share a window. */
async function nextWindow(
  client: ImapFlow,
  folder: string,
  { cursor, pending }: FolderState,
  size: number,
  clock: Clock,
): Promise<Window> {
  const newest = newestOf(pending, size);
  const news = uidsFrom(newest, cursor.oldest_news);
  const window = news.length ? news : newest;
  const arrivals = await fetchArrivals(client, { folder, uidvalidity: cursor.uidvalidity }, window, clock);
  const left = without(pending, window);
  const known = union(cursor.known, uidSetOf(arrivals.map(({ uid }) => uid)));
  return { arrivals, state: { cursor: { ...cursor, known, complete: !left.length }, pending: left } };
}

/** One batch, unless there are very many flags; the last carries the cursor. None when nothing moved. */
function* visitBatches(
  folder: string,
  before: Cursor | undefined,
  { visit, state, arrivals }: Window & { visit: Visit },
): Generator<ChangeBatch> {
  const { uidvalidity } = visit.cursor;
  const removed = [...uidsOf(visit.removed)].map((uid) => ({ folder, uidvalidity, uid }));
  const flags = visit.flags.map((change) => ({ folder, uidvalidity, ...change }));
  while (flags.length > mostFlags) yield { ...emptyBatch(folder), flags: flags.splice(0, mostFlags) };
  const reset = visit.reset ? { reset: { folder, uidvalidity } } : {};
  const batch = batchOf(folder, state, { arrivals, removed, flags, ...reset });
  const isNothing = !arrivals.length && !removed.length && !flags.length && !visit.reset;
  if (!isNothing || !before || batch.cursor !== writeCursor(before)) yield batch;
}

function batchOf(stream: string, { cursor, pending }: FolderState, content: Partial<ChangeBatch>): ChangeBatch {
  const current = countOf(cursor.known);
  return {
    ...emptyBatch(stream),
    cursor: writeCursor(cursor),
    progress: { current, total: current + countOf(pending) },
    backfill: content.arrivals?.some(({ uid }) => uid < cursor.oldest_news) ?? false,
    ...content,
  };
}

function emptyBatch(stream: string): ChangeBatch {
  return { stream, arrivals: [], flags: [], removed: [], backfill: false };
}

/** Whether STATUS shows the folder as we left it. Without modification sequences it cannot tell about flags. */
function isAsLeft({ uidvalidity, uidnext, modseq, known }: Cursor, pending: UidSet, status: FolderStatus): boolean {
  return (
    (modseq === undefined || status.modseq === modseq) &&
    status.uidvalidity === uidvalidity &&
    status.uidnext === uidnext &&
    status.messages === countOf(known) + countOf(pending)
  );
}

async function inboxStatus(client: ImapFlow): Promise<FolderStatus | undefined> {
  if (client.mailbox && client.mailbox.path === 'INBOX') await client.noop();
  const query = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
  const { messages, uidNext, uidValidity, highestModseq } = (await client.status('INBOX', query)) || {};
  if (messages === undefined || !uidNext || !uidValidity) return undefined;
  return { messages, uidnext: uidNext, uidvalidity: Number(uidValidity), modseq: highestModseq };
}

/** A folder that LIST left out may still be there: it is gone when the server says so of the folder itself. */
async function isMissing(client: ImapFlow, path: string): Promise<boolean> {
  try {
    await client.mailboxOpen(path, { readOnly: true });
    return false;
  } catch (error) {
    if ((error as { mailboxMissing?: boolean }).mailboxMissing) return true;
    throw error;
  }
}

/** The folder after `path`, going round, that has mail left to fill in. */
function nextUnfinished(states: ReadonlyMap<string, FolderState>, path?: string): string | undefined {
  const paths = [...states.keys()];
  const start = path === undefined ? 0 : paths.indexOf(path) + 1;
  const round = [...paths.slice(start), ...paths.slice(0, start)];
  return round.find((one) => states.get(one)?.pending.length);
}

/** One folder's trouble is told and the others go on; without a connection, or a sign-in, nothing can go on. */
async function* orTrouble(
  line: Line,
  path: string,
  states: Map<string, FolderState>,
  batches: AsyncGenerator<ChangeBatch>,
): AsyncGenerator<ChangeBatch> {
  try {
    yield* batches;
  } catch (error) {
    if (!(error instanceof ProviderError) || !line.stands) throw error;
    states.delete(path);
    yield { ...emptyBatch(path), trouble: error.message };
  }
}
