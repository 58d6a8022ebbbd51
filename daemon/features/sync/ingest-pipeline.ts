import type { BatchName } from '../../mail/ingest/uncommitted-placements.ts';
import type { IngestBatch, PlaceKnownResult } from '../../mail/ingest/ingest.ts';
import type { Arrival, ChangeBatch } from '../../providers/provider.ts';
import { fetchMessages, accountRef, type MessageFetchDeps, type FetchTask } from './fetch-messages.ts';
import { sortArrivals } from './known-arrivals.ts';
import { forgetMissing, forgetMissingIn, missingKeys } from './store.ts';
import { placementKey } from './placement-key.ts';

export type IngestPipelineDeps = MessageFetchDeps & {
  placeKnownMessages: (
    request: Pick<IngestBatch, 'account' | 'name'> & { arrivals: readonly Arrival[] },
  ) => Promise<PlaceKnownResult>;
};

/** The maximum number of batches that are being stored while the next is fetched. */
const maxUnsettledBatches = 3;

type BatchOptions = {
  isNewMail: (arrival: Arrival) => boolean;
  /** Called when the batch is stored. */
  onSettled: () => void;
};

/**
 * Ingests batches of changes in order: records placements of messages that are stored, fetches and stores the others in
 * pieces, and with the last piece the flags, removals and the cursor. So the cursor is never ahead of the mail. While one
 * batch is stored, the next is fetched.
 */
export function createIngestPipeline(deps: IngestPipelineDeps, task: FetchTask, pass: string) {
  let batches = 0;
  const inProgress = new Set<string>();
  const unsettled: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  let fetched = 0;

  const fetchInto = async (arrivals: readonly Arrival[], { isNewMail, name }: NamedBatch) => {
    // What the server failed to return before must not delay other mail; the pass requests it again in the end.
    const missing = missingKeys(deps.read, task.account.id);
    const wanted = arrivals.filter((arrival) => !missing.has(placementKey(arrival)));
    const newMail = wanted.filter(isNewMail);
    const rest = wanted.filter((arrival) => !newMail.includes(arrival));
    const first = await fetchMessages(deps, task, newMail, { live: true, name });
    const second = await fetchMessages(deps, task, rest, { live: false, name });
    fetched += first.fetched + second.fetched;
    const stored = Promise.all([first.stored, second.stored]);
    stored.catch(() => undefined);
    return { stored };
  };

  /** Stores the rest of a batch, in the order of the batches. */
  const settle = async (batch: ChangeBatch, known: readonly Arrival[], named: NamedBatch) => {
    const unknown = await recordKnown(deps, task, known, named.name);
    const { stored } = await fetchInto(unknown, named);
    await stored;
    await storeRest(deps, task, batch, named.name);
  };

  return {
    /** Resolves when the messages of the batch are fetched. Throws if an earlier batch could not be stored. */
    async add(batch: ChangeBatch, { isNewMail, onSettled }: BatchOptions): Promise<void> {
      if (unsettled.length >= maxUnsettledBatches) await unsettled.shift();
      const { known, toFetch, keys } = await sortArrivals(deps.read, task.account, batch.arrivals, inProgress);
      const named = { isNewMail, name: { stream: batch.stream, pass, batch: ++batches } };
      const { stored } = await fetchInto(toFetch, named);
      const before = last;
      last = (async () => {
        await before;
        await stored;
        await settle(batch, known, named);
        for (const key of keys) inProgress.delete(key);
        onSettled();
      })();
      // Awaited with a later batch, or at the end; until then a rejection must not count as unhandled.
      last.catch(() => undefined);
      unsettled.push(last);
    },
    /** Resolves when all added batches are stored or have failed. */
    settled: () => last.catch(() => undefined),
    /** Waits until all batches are stored; returns the number of fetched messages. */
    async finish(): Promise<number> {
      await last;
      return fetched;
    },
  };
}

type NamedBatch = Pick<BatchOptions, 'isNewMail'> & { name: BatchName };

/** Stores the rest of a batch besides its messages, and its cursor. */
async function storeRest(
  deps: IngestPipelineDeps,
  { account }: FetchTask,
  batch: ChangeBatch,
  name: BatchName,
): Promise<void> {
  const { flags, removed, reset, stream, cursor, backfill } = batch;
  const outcome = await deps.ingest({
    account: accountRef(account),
    incoming: [],
    live: !backfill,
    flags,
    removed,
    ...(reset && { reset }),
    ...(cursor !== undefined && { cursor: { stream, text: cursor }, name }),
  });
  // A message that left the server is not missing any more.
  forgetMissing(deps.write, account.id, removed);
  if (reset) forgetMissingIn(deps.write, account.id, reset);
  deps.onStored(outcome, !backfill);
}

/** Returns the messages that turn out not to be stored. */
async function recordKnown(
  deps: IngestPipelineDeps,
  { account }: FetchTask,
  known: readonly Arrival[],
  name: BatchName,
): Promise<Arrival[]> {
  if (known.length === 0) return [];
  const { unknown, ...outcome } = await deps.placeKnownMessages({
    account: accountRef(account),
    arrivals: known,
    name,
  });
  deps.onStored(outcome, false);
  return unknown;
}
