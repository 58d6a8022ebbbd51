import type { Arrival, ChangeBatch, Flags, MessageRef, RemoteFolder } from '../../providers/provider.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import { removeUncommittedPlacement, unconfirmedPlacements, commitPlacements } from './uncommitted-placements.ts';
import { shareTexts, ingestPass, inSlices } from './ingest-pass.ts';
import type { IngestResult, IngestDeps, IngestPass } from './ingest-pass.ts';
import type { PassOptions } from './pass-state.ts';
import { folderChanges, saveFolders } from '../labels/labels.ts';
import { removeVacatedUids } from './vacated-uids.ts';
import {
  finishLandedOperation,
  messagesWithoutPlacement,
  landedOperationsBefore,
  requeueUnsureOperations,
} from '../mutations/push/sync-passes.ts';
import { messagesInLabel, stalePlacements } from '../messages/placements.ts';
import { prepareMessage, type FetchedMessage, type PreparedMessage } from './prepare.ts';

export type IngestBatch = PassOptions & {
  incoming: readonly FetchedMessage[];
  flags: readonly (MessageRef & Flags)[];
  removed: readonly MessageRef[];
  reset?: ChangeBatch['reset'];
  /** Stored with the last part of the batch. */
  cursor?: { stream: string; text: string };
};

/**
 * Stores a batch: messages, placements, threads, lists and the index queue, in transactions of a few milliseconds.
 * Storing the same batch twice changes nothing, so an interrupted batch is simply stored again.
 */
export async function ingest(deps: IngestDeps, batch: IngestBatch): Promise<IngestResult> {
  const prepared: PreparedMessage[] = [];
  for (const incoming of batch.incoming) prepared.push(await prepareMessage(deps, batch.account.account_id, incoming));
  shareTexts(deps, prepared);
  const pass = ingestPass(deps, batch);
  inSlices(deps, prepared, pass, (message) => pass.store(message, pass.find(message)));
  inSlices(deps, batch.flags, pass, (change) => pass.updateFlags(change));
  inSlices(deps, batch.removed, pass, (ref) => pass.remove(ref));
  if (batch.reset) removeStalePlacements(deps, pass, batch.reset);
  const { account, cursor, name } = batch;
  if (cursor)
    deps.db.transaction(() => {
      saveCursor(deps.db, account.id, cursor);
      if (name) commitPlacements(deps.db, account, name);
    });
  deps.removeBlobs(pass.orphanedBlobs);
  return pass.outcome();
}

/** The result of `placeKnownMessages`, and the messages that are not stored and have to be fetched. */
export type PlaceKnownResult = IngestResult & { unknown: Arrival[] };

/**
 * Adds placements of stored messages without their source: a known placement gets its new flags, and messages from
 * other folders or with new UIDs are recognized by the data from the server.
 */
export function placeKnownMessages(
  deps: IngestDeps,
  { account, arrivals, name }: Pick<IngestBatch, 'account' | 'name'> & { arrivals: readonly Arrival[] },
): PlaceKnownResult {
  const pass = ingestPass(deps, { account, live: false, ...(name && { name }) });
  const unknown: Arrival[] = [];
  inSlices(deps, arrivals, pass, (arrival) => {
    if (pass.isStoredAt(arrival)) return pass.confirmPlacement(arrival);
    const known = pass.recognize(arrival);
    if (known === undefined) unknown.push(arrival);
    else pass.addPlacement(arrival, known);
  });
  return { ...pass.outcome(), unknown };
}

/** A pass through all streams except `except`, with the sequence number `number` in its account. */
export type PassEnd = { account: IngestBatch['account']; pass: string; number: number; except: readonly string[] };

/** How many passes to wait for a folder that could not be read, because it may contain appended messages. */
const maxPassesToWait = 3;

/**
 * Ends a pass through all streams except `except`. Placements that an interrupted earlier pass stored, and that this
 * pass did not report again, have left their folder meanwhile.
 */
export function finishPass(deps: IngestDeps, { account, pass: id, number, except }: PassEnd): IngestResult {
  const pass = ingestPass(deps, { account, live: false });
  inSlices(deps, unconfirmedPlacements(deps.db, account, { pass: id, number, except }), pass, (placement) => {
    removeUncommittedPlacement(deps.db, account, placement);
    pass.removeAt(placement);
  });
  // Operations that landed before this pass began are now visible in the server's state.
  const reflectedPass = except.length === 0 ? number : number - maxPassesToWait;
  inSlices(deps, landedOperationsBefore(deps.db, account.id, reflectedPass), pass, (operation) => {
    finishLandedOperation(deps.db, operation);
    if (operation.message !== null) pass.touch(operation.message);
  });
  inSlices(deps, messagesWithoutPlacement(deps.db, account.id), pass, (message) => pass.touch(message));
  requeueUnsureOperations(deps.db, account.id, reflectedPass);
  removeVacatedUids(deps.db, account, number);
  deps.removeBlobs(pass.orphanedBlobs);
  return pass.outcome();
}

/** Stores the server's folder list, and updates the messages of folders whose role changed. */
export function syncFolders(
  deps: IngestDeps,
  { account, folders }: { account: IngestBatch['account']; folders: readonly RemoteFolder[] },
): IngestResult {
  const { db } = deps;
  const changes = folderChanges(db, account, folders);
  if (changes.labelsToSave.length > 0 || changes.unlisted.length > 0)
    db.transaction(() => saveFolders(db, account, changes));
  if (changes.changedRole.length === 0) return { added: [], updated: [], removed: [] };
  const pass = ingestPass(deps, { account, live: false });
  for (const label of changes.changedRole)
    inSlices(deps, messagesInLabel(db, label), pass, (message) => pass.touch(message));
  return pass.outcome();
}

/** Removes placements of a folder with an outdated UIDVALIDITY. */
function removeStalePlacements(
  deps: IngestDeps,
  pass: IngestPass,
  { folder, uidvalidity }: NonNullable<ChangeBatch['reset']>,
): void {
  const label = pass.labels.byPath.get(folder);
  if (label === undefined) return;
  for (;;) {
    const stale = stalePlacements(deps.db, label, uidvalidity, 100);
    if (stale.length === 0) return;
    inSlices(deps, stale, pass, (placement) => pass.dropPlacement(placement));
  }
}

function saveCursor(db: WriteDb, account: number, { stream, text }: { stream: string; text: string }): void {
  db.run(sql`
    INSERT INTO sync_cursors (account, stream, cursor) VALUES (${account}, ${stream}, ${text})
    ON CONFLICT (account, stream) DO UPDATE SET cursor = excluded.cursor`);
}
