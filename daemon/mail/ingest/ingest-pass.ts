import type { Flags, MessageRef } from '../../providers/provider.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import {
  addUncommittedPlacement,
  confirmUncommittedPlacement,
  type BatchName,
  type PlacementKey,
} from './uncommitted-placements.ts';
import { contactMessageOf, type ContactMessage, type ContactRow } from '../contacts/changes.ts';
import { contactCounter } from '../contacts/contacts.ts';
import type { SharedTextWriter } from '../index/shared-text-buffer.ts';
import { insertMessage, type InsertDeps, type Owner } from './insert.ts';
import { labelMap, type Label } from '../labels/labels.ts';
import { isVacated } from './vacated-uids.ts';
import {
  flagsText,
  addMessageToLists,
  placementAt,
  refreshMessage,
  removePlacement,
  savePlacement,
  stateInLabel,
  removeSupersededPlacements,
  type Placement,
} from '../messages/placements.ts';
import { hasSentOperation } from '../mutations/push/sync-passes.ts';
import type { PreparedMessage } from './prepare.ts';
import type { IngestWatchdog } from './watchdog.ts';
import { blobsUsedOnlyBy } from '../sources/source.ts';
import { refreshThread, startThread } from '../threads/summary.ts';

/** The state that the ingest worker keeps between batches. */
export type IngestDeps = InsertDeps & {
  blobs: string;
  /** Removes blobs that no message uses any more. */
  removeBlobs: (hashes: readonly string[]) => void;
  watchdog: IngestWatchdog;
  sharedTexts: SharedTextWriter;
  /** Whether another thread waits to write. */
  isWriterWaiting: () => boolean;
};

/** The result of a batch, by internal message id; `removed` by public id, because the rows are gone. */
export type IngestResult = { added: number[]; updated: number[]; removed: string[] };

/** The account and the kind of mail that a pass stores. */
export type PassOptions = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** New mail, which is indexed before mail of a backfill. */
  live: boolean;
  /** There is no server copy of this mail, so its stored content is never removed to free space. */
  isOnlyCopy?: boolean;
  /** The sync batch that this pass belongs to. */
  name?: BatchName;
};

/**
 * The time limit of a write transaction in milliseconds. It ends immediately when another thread wants to write; the
 * longest delay is then the time to settle the messages stored so far.
 */
const sliceMs = 10;

/** Passes the texts of the next messages to the indexer, so that it need not read them. */
export function shareTexts(
  { sharedTexts }: Pick<IngestDeps, 'sharedTexts'>,
  prepared: readonly PreparedMessage<unknown>[],
): void {
  for (const { message_id, parsed } of prepared) sharedTexts.write(message_id, parsed.text);
}

/**
 * Runs `work` over `items` in transactions of limited duration, and settles the pass at the end of each transaction.
 */
export function inSlices<Item>(
  { db, isWriterWaiting }: Pick<IngestDeps, 'db' | 'isWriterWaiting'>,
  items: readonly Item[],
  pass: Pick<IngestPass, 'settle'>,
  work: (item: Item) => void,
): void {
  let next = 0;
  while (next < items.length) {
    db.transaction(() => {
      const deadline = performance.now() + sliceMs;
      do work(items[next++] as Item);
      while (next < items.length && !isWriterWaiting() && performance.now() < deadline);
      pass.settle();
    });
  }
}

export type IngestPass = ReturnType<typeof ingestPass>;

/**
 * The steps of storing mail of one account. `settle` ends each transaction: lists and threads are then consistent
 * with the messages.
 */
export function ingestPass(deps: IngestDeps, { account, live, isOnlyCopy = false, name }: PassOptions) {
  const { db } = deps;
  const labels = labelMap(db, account.id);
  const owner: Owner = { account, own: ownAddressesOf(db, account.id) };
  const done = { added: new Set<number>(), updated: new Set<number>(), removed: new Set<string>() };
  const touched = new Set<number>();
  const threads = new Set<number>();
  const contacts = contactCounter(db, account.id);
  const orphanedBlobs: string[] = [];

  /** The internal id of the message with a public id. */
  function find(message_id: string): number | undefined {
    return db.get<{ id: number }>(sql`SELECT id FROM messages WHERE message_id = ${message_id}`)?.id;
  }

  function labelAt(folder: string): Label {
    const label = labels.byPath.get(folder);
    // An error, because the cursor of the batch must never be stored without its mail.
    if (label === undefined) throw new Error('the folder of a message has no label');
    return label;
  }

  /** Adds a placement of a stored message. The placement of an earlier UIDVALIDITY in this folder is obsolete. */
  function addPlacement(arrival: MessageRef & Flags, message: number): void {
    const label = labelAt(arrival.folder).id;
    const { uidvalidity, uid, modseq = null } = arrival;
    if (isVacated(db, { label, uidvalidity, uid })) return;
    savePlacement(db, { label, uidvalidity, uid, message, modseq, flags: flagsText(arrival.flags) });
    removeSupersededPlacements(db, { label, uidvalidity, message });
    if (name) {
      // A push may have put the message there meanwhile.
      confirmUncommittedPlacement(db, account, name, { label, uidvalidity, uid });
      addUncommittedPlacement(db, account, name, { label, uidvalidity, uid });
    }
    touched.add(message);
  }

  function isStoredAt({ folder, ...place }: MessageRef): boolean {
    return placementAt(db, labelAt(folder).id, place) !== undefined;
  }

  /** `known` is the result of `find`. */
  function store(message: PreparedMessage, known = find(message.message_id)): 'added' | 'known' {
    const { arrival } = message;
    if (known !== undefined) {
      addPlacement(arrival, known);
      return 'known';
    }
    const label = labelAt(arrival.folder);
    const { uidvalidity, uid, modseq = null } = arrival;
    if (isVacated(db, { label: label.id, uidvalidity, uid })) return 'known';
    const flags = flagsText(arrival.flags);
    const state = stateInLabel(label, flags, labels);
    const inserted = insertMessage(deps, owner, message, { ...state, live, isOnlyCopy });
    savePlacement(db, { label: label.id, uidvalidity, uid, message: inserted.id, modseq, flags });
    if (name) addUncommittedPlacement(db, account, name, { label: label.id, uidvalidity, uid });
    addMessageToLists(db, inserted, state);
    const { from, to, cc, bcc, unsubscribe } = message.parsed;
    const { direction, position, flags: bits } = inserted;
    contacts.addMessage({
      direction,
      flags: bits,
      sort_key: position,
      from,
      recipients: [...to, ...cc, ...bcc],
      isMailing: unsubscribe !== 'None',
    });
    if (inserted.isFirst) startThread(db, inserted.thread, { ...inserted, labels: state.labels });
    else threads.add(inserted.thread);
    done.added.add(inserted.id);
    return 'added';
  }

  function updateFlags(change: MessageRef & Flags): void {
    const label = labels.byPath.get(change.folder)?.id;
    const placement = label === undefined ? undefined : placementAt(db, label, change);
    if (!placement) return;
    const flags = flagsText(change.flags);
    if (placement.flags === flags) return;
    savePlacement(db, { ...placement, flags, modseq: change.modseq ?? placement.modseq });
    touched.add(placement.message);
  }

  /** Confirms a stored placement and updates its flags. */
  function confirmPlacement(arrival: MessageRef & Flags): void {
    const { uidvalidity, uid } = arrival;
    if (name) confirmUncommittedPlacement(db, account, name, { label: labelAt(arrival.folder).id, uidvalidity, uid });
    updateFlags(arrival);
  }

  function remove(ref: MessageRef): void {
    const label = labels.byPath.get(ref.folder)?.id;
    if (label !== undefined) removeAt({ ...ref, label });
  }

  function removeAt({ label, ...place }: PlacementKey): void {
    const placement = placementAt(db, label, place);
    if (!placement) return;
    removePlacement(db, placement);
    touched.add(placement.message);
  }

  function settle(): void {
    // Save before the messages are settled, because a message that becomes a draft is recounted immediately.
    contacts.save();
    for (const message of touched) settleMessage(message);
    for (const thread of threads) refreshThread(db, thread);
    contacts.save();
    touched.clear();
    threads.clear();
  }

  function settleMessage(message: number): void {
    const row = db.get<{ thread: number; message_id: string }>(
      sql`SELECT thread, message_id FROM messages WHERE id = ${message}`,
    );
    if (!row) return;
    const { changed, hasPlacement } = refreshMessage(db, message, labels);
    if (!hasPlacement && hasSentOperation(db, message)) return;
    if (!hasPlacement) {
      orphanedBlobs.push(...blobsUsedOnlyBy(db, message));
      contacts.removeMessage(removeMessage(db, message));
      done.added.delete(message);
      done.removed.add(row.message_id);
    } else if (changed) done.updated.add(message);
    if (changed) threads.add(row.thread);
  }

  return {
    labels,
    orphanedBlobs,
    /** Marks a message whose placements have a new meaning. */
    touch: (message: number) => void touched.add(message),
    find,
    isStoredAt,
    addPlacement,
    store,
    confirmPlacement,
    updateFlags,
    remove,
    removeAt,
    /** Removes a placement by its label and UID. */
    dropPlacement(placement: Placement): void {
      removePlacement(db, placement);
      touched.add(placement.message);
    },
    settle,
    outcome: (): IngestResult => ({
      added: [...done.added],
      updated: [...done.updated].filter((id) => !done.added.has(id)),
      removed: [...done.removed],
    }),
  };
}

/**
 * Removes the row and its dependent rows; the index is updated through the queue. Returns the message for the contact
 * counters.
 */
function removeMessage(db: WriteDb, message: number): ContactMessage {
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT account, sort_key, 'drop', 1 FROM messages WHERE id = ${message}`);
  const [row] = db.all<ContactRow>(sql`
    DELETE FROM messages WHERE id = ${message}
    RETURNING account, direction, flags, sort_key, from_name, from_email, recipients, unsubscribe`);
  if (!row) throw new Error('the message to remove does not exist');
  return contactMessageOf(row);
}
