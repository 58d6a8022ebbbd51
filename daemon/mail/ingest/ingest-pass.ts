import type { Arrival, Flags, MessageRef } from '../../providers/provider.ts';
import type { SharedTextWriter } from '../index/shared-text-buffer.ts';
import type { Placement } from '../messages/placements.ts';
import { findByEarlierId, hasEarlierIds } from './earlier-ids.ts';
import type { InsertDeps } from './insert.ts';
import {
  addPlacement,
  confirmPlacement,
  dropPlacement,
  isStoredAt,
  removePlacementAt,
  removeRef,
  updateFlags,
  type PlacedArrival,
} from './pass-placements.ts';
import { createPassState, type PassOptions } from './pass-state.ts';
import type { PreparedMessage } from './prepare.ts';
import { recognizeArrival } from './recognition.ts';
import { settlePass } from './settle-pass.ts';
import { findMessage, storeMessage } from './store-message.ts';
import type { PlacementKey } from './uncommitted-placements.ts';
import type { IngestWatchdog } from './watchdog.ts';

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
export function ingestPass(deps: IngestDeps, options: PassOptions) {
  const { db } = deps;
  const pass = createPassState(deps, options);
  const { account } = options;
  const mayHaveEarlierIds = hasEarlierIds(db, account);
  const find = ({
    message_id,
    parsed: { header_id },
    bytes,
  }: Pick<PreparedMessage, 'message_id' | 'parsed' | 'bytes'>) =>
    findMessage(db, message_id) ??
    (mayHaveEarlierIds
      ? findByEarlierId({ db, blobs: deps.blobs, account }, { message_id, header_id, bytes })
      : undefined);
  return {
    labels: pass.labels,
    orphanedBlobs: pass.orphanedBlobs,
    /** Marks a message whose placements have a new meaning. */
    touch: (message: number) => void pass.touched.add(message),
    /** The internal id of a message that is stored already. */
    find,
    /** The stored message that a server lists at another place; undefined where only its source can tell. */
    recognize: (arrival: Arrival) => recognizeArrival(db, account, arrival, pass.labels.byPath.get(arrival.folder)?.id),
    isStoredAt: (ref: MessageRef) => isStoredAt(pass, ref),
    /** Adds a placement of a stored message. */
    addPlacement: (arrival: PlacedArrival, message: number) => addPlacement(pass, arrival, message),
    /** `known` is the result of `find`. */
    store: (message: PreparedMessage, known: number | undefined) => storeMessage(pass, message, known),
    /** Confirms a stored placement and updates its flags. */
    confirmPlacement: (arrival: PlacedArrival) => confirmPlacement(pass, arrival),
    updateFlags: (change: MessageRef & Flags) => updateFlags(pass, change),
    remove: (ref: MessageRef) => removeRef(pass, ref),
    removeAt: (place: PlacementKey) => removePlacementAt(pass, place),
    dropPlacement: (placement: Placement) => dropPlacement(pass, placement),
    settle: () => settlePass(pass),
    outcome: (): IngestResult => ({
      added: [...pass.added],
      updated: [...pass.updated].filter((id) => !pass.added.has(id)),
      removed: [...pass.removed],
    }),
  };
}
