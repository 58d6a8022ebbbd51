import type { Arrival, ChangeBatch, Flags, Ref, RemoteFolder } from '../providers/provider.ts';
import { sql, type WriteDb } from '../store/db.ts';
import { addressesOf, type Account } from './accounts.ts';
import { forgetAhead, leftAhead, noteAhead, noteToldAgain, settleAhead, type BatchName, type Place } from './ahead.ts';
import type { TextGiver } from './index/handed-texts.ts';
import { insertMessage, type InsertParts, type Owner } from './insert.ts';
import { folderChanges, labelMap, saveFolders, type Label } from './labels.ts';
import {
  flagsText,
  listNewMessage,
  messagesAt,
  placementAt,
  refreshMessage,
  removePlacement,
  savePlacement,
  stalePlacements,
  stateAt,
  supersedePlacements,
} from './placements.ts';
import { prepare, type Incoming, type Prepared } from './prepare.ts';
import type { ReadingPulse } from './reading-pulse.ts';
import { announcedId } from './recognise.ts';
import { blobsOnlyIn, removeBlobs } from './source.ts';
import { refreshThread, startThread } from './thread-state.ts';

export type IngestBatch = {
  account: Pick<Account, 'id' | 'account_id'>;
  incoming: readonly Incoming[];
  flags: readonly (Ref & Flags)[];
  removed: readonly Ref[];
  reset?: ChangeBatch['reset'];
  /** Stored with the last piece of the batch. */
  cursor?: { stream: string; text: string };
  /** The batch of a sync this is a piece of. */
  name?: BatchName;
  /** Mail that has just come: the index takes it before what is being filled in. */
  live: boolean;
  /** No server has this mail: what is stored of it is never given up for space. */
  kept?: boolean;
};

/** What a batch did, by internal message id; `removed` by public id, for its rows are gone. */
export type IngestOutcome = { added: number[]; updated: number[]; removed: string[] };

/** Where the ingest worker keeps what it needs from batch to batch. */
export type IngestParts = InsertParts & {
  blobs: string;
  pulse: ReadingPulse;
  texts: TextGiver;
  /** Whether somebody in front waits to write. */
  isWanted: () => boolean;
};

/**
 * How long one write transaction may go on, in milliseconds. It ends at once when somebody in front wants to write; the
 * longest wait is then for settling what was stored by then.
 */
const slice = 10;

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
  removeBlobs(parts.blobs, pass.orphans);
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

/**
 * Ends a pass that went through all streams but `except`: what an earlier one stored before it broke off, and this one
 * was not told again, has left its folder meanwhile.
 */
export function finishPass(
  parts: IngestParts,
  { account, pass: id, except }: { account: IngestBatch['account']; pass: string; except: readonly string[] },
): IngestOutcome {
  const pass = ingestPass(parts, { account, live: false });
  inSlices(parts, leftAhead(parts.db, account, { pass: id, except }), pass, (place) => {
    forgetAhead(parts.db, account, place);
    pass.dropAt(place);
  });
  removeBlobs(parts.blobs, pass.orphans);
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

/** Spares the indexer the reading of what will be stored next. */
export function handTexts({ texts }: Pick<IngestParts, 'texts'>, prepared: readonly Prepared<unknown>[]): void {
  for (const { message_id, parsed } of prepared) texts.give(message_id, parsed.text);
}

/** Runs `work` over `items` in transactions that each end after a slice of time, and settles what each touched. */
export function inSlices<Item>(
  { db, isWanted }: Pick<IngestParts, 'db' | 'isWanted'>,
  items: readonly Item[],
  pass: Pick<IngestPass, 'settle'>,
  work: (item: Item) => void,
): void {
  let next = 0;
  while (next < items.length) {
    db.transaction(() => {
      const until = performance.now() + slice;
      do work(items[next++] as Item);
      while (next < items.length && !isWanted() && performance.now() < until);
      pass.settle();
    });
  }
}

export type IngestPass = ReturnType<typeof ingestPass>;

/** The steps of storing for one account. `settle` ends each transaction: lists and conversations then agree with it. */
export function ingestPass(
  parts: IngestParts,
  { account, live, kept = false, name }: Pick<IngestBatch, 'account' | 'live' | 'kept' | 'name'>,
) {
  const { db } = parts;
  const labels = labelMap(db, account.id);
  const owner: Owner = { account, own: addressesOf(db, account.id) };
  const done = { added: new Set<number>(), updated: new Set<number>(), removed: new Set<string>() };
  const touched = new Set<number>();
  const threads = new Set<number>();
  const orphans: string[] = [];

  /** The message that is stored under a public id. */
  function find(message_id: string): number | undefined {
    return db.get<{ id: number }>(sql`SELECT id FROM messages WHERE message_id = ${message_id}`)?.id;
  }

  function labelAt(folder: string): Label {
    const label = labels.byPath.get(folder);
    // Thrown, not passed over: the batch's cursor must never be stored without its mail.
    if (label === undefined) throw new Error('mail came for a folder that has no label');
    return label;
  }

  /** A stored message lies here too; whatever this folder called it under an earlier uidvalidity means nothing now. */
  function place(arrival: Ref & Flags, message: number): void {
    const label = labelAt(arrival.folder).id;
    const { uidvalidity, uid, modseq = null } = arrival;
    savePlacement(db, { label, uidvalidity, uid, message, modseq, flags: flagsText(arrival.flags) });
    supersedePlacements(db, { label, uidvalidity, message });
    if (name) noteAhead(db, account, name, { label, uidvalidity, uid });
    touched.add(message);
  }

  function liesAt({ folder, ...place }: Ref): boolean {
    return placementAt(db, labelAt(folder).id, place) !== undefined;
  }

  /** `known` is what `find` gives. */
  function store(message: Prepared, known = find(message.message_id)): 'added' | 'known' {
    const { arrival } = message;
    if (known !== undefined) {
      place(arrival, known);
      return 'known';
    }
    const label = labelAt(arrival.folder);
    const { uidvalidity, uid, modseq = null } = arrival;
    const flags = flagsText(arrival.flags);
    const state = stateAt(label, flags, labels);
    const inserted = insertMessage(parts, owner, message, { ...state, live, kept });
    savePlacement(db, { label: label.id, uidvalidity, uid, message: inserted.id, modseq, flags });
    if (name) noteAhead(db, account, name, { label: label.id, uidvalidity, uid });
    listNewMessage(db, inserted, state);
    if (inserted.isFirst) startThread(db, inserted.thread, { ...inserted, labels: state.labels });
    else threads.add(inserted.thread);
    done.added.add(inserted.id);
    return 'added';
  }

  function reflag(change: Ref & Flags): void {
    const label = labels.byPath.get(change.folder)?.id;
    const placement = label === undefined ? undefined : placementAt(db, label, change);
    if (!placement) return;
    const flags = flagsText(change.flags);
    if (placement.flags === flags) return;
    savePlacement(db, { ...placement, flags, modseq: change.modseq ?? placement.modseq });
    touched.add(placement.message);
  }

  /** What is stored there is still there, with these flags. */
  function tellAgain(arrival: Ref & Flags): void {
    const { uidvalidity, uid } = arrival;
    if (name) noteToldAgain(db, account, name, { label: labelAt(arrival.folder).id, uidvalidity, uid });
    reflag(arrival);
  }

  function remove(ref: Ref): void {
    const label = labels.byPath.get(ref.folder)?.id;
    if (label !== undefined) dropAt({ ...ref, label });
  }

  function dropAt({ label, ...place }: Place): void {
    const placement = placementAt(db, label, place);
    if (!placement) return;
    removePlacement(db, placement);
    touched.add(placement.message);
  }

  function settle(): void {
    for (const message of touched) settleMessage(message);
    for (const thread of threads) refreshThread(db, thread);
    touched.clear();
    threads.clear();
  }

  function settleMessage(message: number): void {
    const row = db.get<{ thread: number; message_id: string }>(
      sql`SELECT thread, message_id FROM messages WHERE id = ${message}`,
    );
    if (!row) return;
    const { changed, placed } = refreshMessage(db, message, labels);
    if (!placed) {
      orphans.push(...blobsOnlyIn(db, message));
      removeMessage(db, message);
      done.added.delete(message);
      done.removed.add(row.message_id);
    } else if (changed) done.updated.add(message);
    if (changed) threads.add(row.thread);
  }

  return {
    labels,
    orphans,
    /** What its places mean has changed. */
    touch: (message: number) => void touched.add(message),
    find,
    liesAt,
    place,
    store,
    tellAgain,
    reflag,
    remove,
    dropAt,
    /** One place goes, whatever the server calls it now. */
    drop(placement: ReturnType<typeof stalePlacements>[number]): void {
      removePlacement(db, placement);
      touched.add(placement.message);
    },
    settle,
    outcome: (): IngestOutcome => ({
      added: [...done.added],
      updated: [...done.updated].filter((id) => !done.added.has(id)),
      removed: [...done.removed],
    }),
  };
}

/** A folder whose UIDs mean something new: what lay there under the old ones goes. */
function dropStale(
  parts: IngestParts,
  pass: IngestPass,
  { folder, uidvalidity }: NonNullable<ChangeBatch['reset']>,
): void {
  const label = pass.labels.byPath.get(folder)?.id;
  if (label === undefined) return;
  for (;;) {
    const stale = stalePlacements(parts.db, label, uidvalidity, 100);
    if (stale.length === 0) return;
    inSlices(parts, stale, pass, (placement) => pass.drop(placement));
  }
}

/** The row and all that hangs on it; the index learns of it from the queue. */
function removeMessage(db: WriteDb, message: number): void {
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT account, sort_key, 'drop', 1 FROM messages WHERE id = ${message}`);
  db.run(sql`DELETE FROM messages WHERE id = ${message}`);
}

function saveCursor(db: WriteDb, account: number, { stream, text }: { stream: string; text: string }): void {
  db.run(sql`
    INSERT INTO sync_cursors (account, stream, cursor) VALUES (${account}, ${stream}, ${text})
    ON CONFLICT (account, stream) DO UPDATE SET cursor = excluded.cursor`);
}
