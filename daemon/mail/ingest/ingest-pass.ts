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

/** Where the ingest worker keeps what it needs from batch to batch. */
export type IngestDeps = InsertDeps & {
  blobs: string;
  /** Removes cut-out stretches that no message has any more. */
  removeBlobs: (hashes: readonly string[]) => void;
  watchdog: IngestWatchdog;
  sharedTexts: SharedTextWriter;
  /** Whether somebody in front waits to write. */
  isWriterWaiting: () => boolean;
};

/** What a batch did, by internal message id; `removed` by public id, for its rows are gone. */
export type IngestResult = { added: number[]; updated: number[]; removed: string[] };

/** For whom a pass stores. */
export type PassOptions = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** Mail that has just come: the index takes it before what is being filled in. */
  live: boolean;
  /** No server has this mail: what is stored of it is never given up for space. */
  isOnlyCopy?: boolean;
  /** The batch of a sync this is a piece of. */
  name?: BatchName;
};

/**
 * How long one write transaction may go on, in milliseconds. It ends at once when somebody in front wants to write; the
 * longest wait is then for settling what was stored by then.
 */
const sliceMs = 10;

/** Spares the indexer the reading of what will be stored next. */
export function shareTexts(
  { sharedTexts }: Pick<IngestDeps, 'sharedTexts'>,
  prepared: readonly PreparedMessage<unknown>[],
): void {
  for (const { message_id, parsed } of prepared) sharedTexts.write(message_id, parsed.text);
}

/** Runs `work` over `items` in transactions that each end after a slice of time, and settles what each touched. */
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

/** The steps of storing for one account. `settle` ends each transaction: lists and conversations then agree with it. */
export function ingestPass(deps: IngestDeps, { account, live, isOnlyCopy = false, name }: PassOptions) {
  const { db } = deps;
  const labels = labelMap(db, account.id);
  const owner: Owner = { account, own: ownAddressesOf(db, account.id) };
  const done = { added: new Set<number>(), updated: new Set<number>(), removed: new Set<string>() };
  const touched = new Set<number>();
  const threads = new Set<number>();
  const contacts = contactCounter(db, account.id);
  const orphanedBlobs: string[] = [];

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
  function addPlacement(arrival: MessageRef & Flags, message: number): void {
    const label = labelAt(arrival.folder).id;
    const { uidvalidity, uid, modseq = null } = arrival;
    if (isVacated(db, { label, uidvalidity, uid })) return;
    savePlacement(db, { label, uidvalidity, uid, message, modseq, flags: flagsText(arrival.flags) });
    removeSupersededPlacements(db, { label, uidvalidity, message });
    if (name) {
      // A push may have taken it there meanwhile.
      confirmUncommittedPlacement(db, account, name, { label, uidvalidity, uid });
      addUncommittedPlacement(db, account, name, { label, uidvalidity, uid });
    }
    touched.add(message);
  }

  function isStoredAt({ folder, ...place }: MessageRef): boolean {
    return placementAt(db, labelAt(folder).id, place) !== undefined;
  }

  /** `known` is what `find` gives. */
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

  /** What is stored there is still there, with these flags. */
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
    // Before what is settled below turns out to be a draft, which is counted at once.
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
    /** What its places mean has changed. */
    touch: (message: number) => void touched.add(message),
    find,
    isStoredAt,
    addPlacement,
    store,
    confirmPlacement,
    updateFlags,
    remove,
    removeAt,
    /** One place goes, whatever the server calls it now. */
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

/** The row and all that hangs on it; the index learns of it from the queue. Gives what its contacts must forget. */
function removeMessage(db: WriteDb, message: number): ContactMessage {
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT account, sort_key, 'drop', 1 FROM messages WHERE id = ${message}`);
  const [row] = db.all<ContactRow>(sql`
    DELETE FROM messages WHERE id = ${message}
    RETURNING account, direction, flags, sort_key, from_name, from_email, recipients, unsubscribe`);
  if (!row) throw new Error('a message was removed that is not there');
  return contactMessageOf(row);
}
