import type { Arrival, ChangeBatch, Flags, Ref, RemoteFolder } from '../providers/provider.ts';
import { sql, type WriteDb } from '../store/db.ts';
import { forgetAhead, leftAhead, settleAhead } from './ahead.ts';
import { handTexts, ingestPass, inSlices } from './ingest-pass.ts';
import type { IngestOutcome, IngestParts, IngestPass, PassFor } from './ingest-pass.ts';
import { folderChanges, saveFolders } from './labels.ts';
import { forgetLeft } from './left-places.ts';
import { endLanded, keptWithoutPlace, landedBefore, requeueUnsure } from './mutations/passes.ts';
import { messagesAt, stalePlacements } from './placements.ts';
import { prepare, type Incoming, type Prepared } from './prepare.ts';
import { announcedId } from './recognise.ts';

export type IngestBatch = PassFor & {
  incoming: readonly Incoming[];
  flags: readonly (Ref & Flags)[];
  removed: readonly Ref[];
  reset?: ChangeBatch['reset'];
  /** Stored with the last piece of the batch. */
  cursor?: { stream: string; text: string };
};

/**
 * Stores a batch: messages, placements, threads, lists and the index queue, in transactions of a few milliseconds.
 * Storing the same batch twice changes nothing the second time, so a batch broken off is simply stored again.
 */
export async function ingest(parts: IngestParts, batch: IngestBatch): Promise<IngestOutcome> {
  const prepared: Prepared[] = [];
  for (const incoming of batch.incoming) prepared.push(await prepare(parts, batch.account.account_id, incoming));
  handTexts(parts, prepared);
  const pass = ingestPass(parts, batch);
  inSlices(parts, prepared, pass, (message) => pass.store(message));
  inSlices(parts, batch.flags, pass, (change) => pass.reflag(change));
  inSlices(parts, batch.removed, pass, (ref) => pass.remove(ref));
  if (batch.reset) dropStale(parts, pass, batch.reset);
  const { account, cursor, name } = batch;
  if (cursor)
    parts.db.transaction(() => {
      saveCursor(parts.db, account.id, cursor);
      if (name) settleAhead(parts.db, account, name);
    });
  parts.removeBlobs(pass.orphans);
  return pass.outcome();
}

/** What `recognise` did, and the messages that are not here and have to be fetched. */
export type RecogniseOutcome = IngestOutcome & { unknown: Arrival[] };

/**
 * Gives messages that are stored their places, without their bytes: those that lie there already get their flags, and
 * those that came from elsewhere or were numbered anew are recognised by what the server says of them.
 */
export function recognise(
  parts: IngestParts,
  { account, arrivals, name }: Pick<IngestBatch, 'account' | 'name'> & { arrivals: readonly Arrival[] },
): RecogniseOutcome {
  const pass = ingestPass(parts, { account, live: false, ...(name && { name }) });
  const unknown: Arrival[] = [];
  inSlices(parts, arrivals, pass, (arrival) => {
    if (pass.liesAt(arrival)) return pass.tellAgain(arrival);
    const message_id = announcedId(account.account_id, arrival);
    const known = message_id === undefined ? undefined : pass.find(message_id);
    if (known === undefined) unknown.push(arrival);
    else pass.place(arrival, known);
  });
  return { ...pass.outcome(), unknown };
}

/** A pass that went through all streams but `except`, the `number`th of its account. */
export type PassEnd = { account: IngestBatch['account']; pass: string; number: number; except: readonly string[] };

/** A folder that could not be read may hold what was put there: so many passes are waited for it, and no more. */
const passesWithout = 3;

/**
 * Ends a pass that went through all streams but `except`: what an earlier one stored before it broke off, and this one
 * was not told again, has left its folder meanwhile.
 */
export function finishPass(parts: IngestParts, { account, pass: id, number, except }: PassEnd): IngestOutcome {
  const pass = ingestPass(parts, { account, live: false });
  inSlices(parts, leftAhead(parts.db, account, { pass: id, number, except }), pass, (place) => {
    forgetAhead(parts.db, account, place);
    pass.dropAt(place);
  });
  // What the server had been told before the pass began, it has told back.
  const told = except.length === 0 ? number : number - passesWithout;
  inSlices(parts, landedBefore(parts.db, account.id, told), pass, (operation) => {
    endLanded(parts.db, operation);
    if (operation.message !== null) pass.touch(operation.message);
  });
  inSlices(parts, keptWithoutPlace(parts.db, account.id), pass, (message) => pass.touch(message));
  requeueUnsure(parts.db, account.id, told);
  forgetLeft(parts.db, account, number);
  parts.removeBlobs(pass.orphans);
  return pass.outcome();
}

/** Takes the server's list of folders in, and what a folder's new role means for the mail that lies there. */
export function takeFolders(
  parts: IngestParts,
  { account, folders }: { account: IngestBatch['account']; folders: readonly RemoteFolder[] },
): IngestOutcome {
  const { db } = parts;
  const changes = folderChanges(db, account, folders);
  if (changes.save.length > 0 || changes.unlisted.length > 0) db.transaction(() => saveFolders(db, account, changes));
  if (changes.changedRole.length === 0) return { added: [], updated: [], removed: [] };
  const pass = ingestPass(parts, { account, live: false });
  for (const label of changes.changedRole)
    inSlices(parts, messagesAt(db, label), pass, (message) => pass.touch(message));
  return pass.outcome();
}

/** A folder whose UIDs mean something new: what lay there under the old ones goes. */
function dropStale(
  parts: IngestParts,
  pass: IngestPass,
  { folder, uidvalidity }: NonNullable<ChangeBatch['reset']>,
): void {
  const label = pass.labels.byPath.get(folder);
  if (label === undefined) return;
  for (;;) {
    const stale = stalePlacements(parts.db, label, uidvalidity, 100);
    if (stale.length === 0) return;
    inSlices(parts, stale, pass, (placement) => pass.drop(placement));
  }
}

function saveCursor(db: WriteDb, account: number, { stream, text }: { stream: string; text: string }): void {
  db.run(sql`
    INSERT INTO sync_cursors (account, stream, cursor) VALUES (${account}, ${stream}, ${text})
    ON CONFLICT (account, stream) DO UPDATE SET cursor = excluded.cursor`);
}
