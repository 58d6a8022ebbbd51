import type { Arrival, ChangeBatch } from '../../provider.ts';
import { arrivalsOf, readMessages, type ApiMailbox, type MailboxMessage } from '../api-mailbox.ts';
import type { RequestContext } from '../api/gmail-api.ts';
import { flagsOf, foldersOf, isChat, type LabelFolders } from '../labels/folders.ts';
import { apiStream, type ApiCursor } from './cursor.ts';
import type { MessageChange } from './history.ts';

/** Messages that are described before they are reported, at most. */
const batchSize = 50;

type Pass = { mailbox: ApiMailbox; labels: LabelFolders; cursor: ApiCursor; context: RequestContext };

/**
 * Reports the changes since the cursor: new placements and flags, in batches. Placements that messages left are noted in the
 * cursor, to be reported when all additions are. The cursor moves with the last batch, so an interrupted pass repeats them.
 */
export async function* recentChanges(
  { mailbox, labels, cursor, context }: Pass,
  { changes, historyId }: { changes: readonly MessageChange[]; historyId: string },
): AsyncGenerator<ChangeBatch> {
  const next: ApiCursor = { ...cursor, history: historyId, removed: structuredClone(cursor.removed) };
  const relevant = changes.filter(({ after, before }) => !isChat(after) && !isChat(before));
  for (let from = 0; from === 0 || from < relevant.length; from += batchSize) {
    const part = relevant.slice(from, from + batchSize);
    const batch = await describe({ mailbox, labels, cursor: next, context }, part);
    const isLast = from + batchSize >= relevant.length;
    if (isLast) Object.assign(cursor, next);
    const isEmpty = batch.arrivals.length === 0 && batch.flags.length === 0;
    if (isEmpty && changes.length === 0) return;
    yield { ...batch, ...(isLast && { cursor: JSON.stringify(cursor) }) };
  }
}

async function describe(
  { mailbox, labels, cursor, context }: Pass,
  changes: readonly MessageChange[],
): Promise<ChangeBatch> {
  const { uidvalidity, history } = cursor;
  const left = changes.filter(({ isDeleted }) => !isDeleted);
  const stored = mailbox.numbers.stored(left.map(({ id }) => id));
  const isToRead = ({ id, isAdded }: MessageChange) => !stored.has(id) && (isAdded || cursor.anchors === null);
  const toRead = left.filter(isToRead).map(({ id }) => id);
  const read = await readMessages(mailbox, toRead, { ...context, since: history });
  // A message that is not stored and not new is reported by the first sync.
  const present = left.filter(({ id }) => stored.has(id) || read.has(id));
  const ids = present.map(({ id }) => id);
  const numbered = mailbox.numbers.find(ids);
  const uids = mailbox.numbers.assign(ids, 'newer');
  // A label may have another path by now, or be gone.
  const earlier = { pathOf: (id: string) => cursor.labels[id] ?? labels.pathOf(id) };
  const arrivals: Arrival[] = [];
  const flags: ChangeBatch['flags'] = [];
  for (const change of present) {
    const uid = uids.get(change.id);
    if (uid === undefined) continue;
    const facts = read.get(change.id) ?? stored.get(change.id);
    if (!facts) continue;
    const message: MailboxMessage = { ...facts, id: change.id, labelIds: change.after, threadId: change.threadId };
    const folders = foldersOf(change.after, labels);
    // What was read just now may be unknown to the client in every folder.
    const known = change.isAdded || read.has(change.id) ? [] : foldersOf(change.before, earlier);
    const touched = touchedFolders(change, { earlier, labels });
    const isUnchanged = (folder: string) => known.includes(folder) && !touched.includes(folder);
    const ref = { uidvalidity, uid };
    const arrived = folders.filter((folder) => !isUnchanged(folder));
    arrivals.push(...arrivalsOf(message, ref, arrived));
    const [before, after] = [flagsOf(change.before), flagsOf(change.after)];
    if (before.join() !== after.join())
      flags.push(...folders.filter(isUnchanged).map((folder) => ({ ...ref, folder, flags: after })));
    forgetRemoved(cursor, uid, folders);
    // An interrupted pass, or a first sync that was under way, may have reported a new message in any folder.
    const isReported = change.isAdded && numbered.has(change.id);
    const possible = isReported ? labels.folders.map(({ path }) => path) : [...new Set([...known, ...touched])];
    const left = possible.filter((folder) => !folders.includes(folder));
    noteRemoved(cursor, uid, left);
  }
  noteDeleted(mailbox, labels, cursor, changes);
  return { stream: apiStream, arrivals, flags, removed: [], backfill: false };
}

/**
 * The folders that a message came to or left on the way. The client may have moved it itself, so they are reported also if the
 * message is in them as before.
 */
function touchedFolders(
  { touched, before, after }: MessageChange,
  { earlier, labels }: { earlier: Pick<LabelFolders, 'pathOf'>; labels: LabelFolders },
): string[] {
  // Mail comes to Trash and Spam from all other folders, and back.
  const isHidden = touched.includes('TRASH') || touched.includes('SPAM');
  if (isHidden)
    return [
      ...foldersOf(
        [...before, ...after].filter((id) => id !== 'TRASH' && id !== 'SPAM'),
        earlier,
      ),
      ...foldersOf(['TRASH'], labels),
      ...foldersOf(['SPAM'], labels),
    ];
  return touched.flatMap((id) => earlier.pathOf(id) ?? []);
}

/** A message that is gone may have been in any folder. */
function noteDeleted(
  { numbers }: ApiMailbox,
  labels: LabelFolders,
  cursor: ApiCursor,
  changes: readonly MessageChange[],
): void {
  const deleted = changes.filter(({ isDeleted }) => isDeleted);
  if (deleted.length === 0) return;
  const uids = numbers.find(deleted.map(({ id }) => id));
  for (const uid of uids.values())
    noteRemoved(
      cursor,
      uid,
      labels.folders.map(({ path }) => path),
    );
}

function noteRemoved({ removed }: ApiCursor, uid: number, folders: readonly string[]): void {
  for (const folder of folders) (removed[folder] ??= []).push(uid);
}

/** The message has come back since an interrupted pass. */
function forgetRemoved({ removed }: ApiCursor, uid: number, folders: readonly string[]): void {
  for (const folder of folders) {
    const uids = removed[folder];
    if (uids?.includes(uid)) removed[folder] = uids.filter((each) => each !== uid);
  }
}
