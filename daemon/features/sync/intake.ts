import type { BatchName } from '../../mail/ahead.ts';
import type { IngestBatch, RecogniseOutcome } from '../../mail/ingest.ts';
import type { Arrival, ChangeBatch } from '../../providers/provider.ts';
import { fetchMessages, ownerOf, type FetchParts, type Task } from './fetching.ts';
import { sorted } from './known-arrivals.ts';
import { forgetMissing, forgetMissingIn } from './store.ts';

export type IntakeParts = FetchParts & {
  recognise: (
    told: Pick<IngestBatch, 'account' | 'name'> & { arrivals: readonly Arrival[] },
  ) => Promise<RecogniseOutcome>;
};

/** So many batches may be on their way into the store while the next is fetched. */
const mostUnsettled = 3;

export type Take = {
  isNews: (arrival: Arrival) => boolean;
  /** Called when the batch is stored. */
  onSettled: () => void;
};

/**
 * Takes batches of changes in, one after the other: gives places to the messages that are here, fetches the bytes of those
 * that are not and has them stored piece by piece, and with the last piece the flags, removals and the cursor. So the
 * cursor never runs ahead of the mail. While one batch is being stored the next is fetched.
 */
export function intakeOf(parts: IntakeParts, task: Task, pass: string) {
  let batches = 0;
  const underWay = new Set<string>();
  const unsettled: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  let fetched = 0;

  const fetchInto = async (wanted: readonly Arrival[], { isNews, name }: Named) => {
    const news = wanted.filter(isNews);
    const rest = wanted.filter((arrival) => !news.includes(arrival));
    const first = await fetchMessages(parts, task, news, { live: true, name });
    const second = await fetchMessages(parts, task, rest, { live: false, name });
    fetched += first.fetched + second.fetched;
    const stored = Promise.all([first.stored, second.stored]);
    stored.catch(() => undefined);
    return { stored };
  };

  /** What the others of the batch wait for, in the order of the batches. */
  const settle = async (batch: ChangeBatch, here: readonly Arrival[], named: Named) => {
    const unknown = await placeKnown(parts, task, here, named.name);
    const { stored } = await fetchInto(unknown, named);
    await stored;
    await storeRest(parts, task, batch, named.name);
  };

  return {
    /** Resolves when the messages of the batch are fetched. Throws where an earlier one could not be stored. */
    async take(batch: ChangeBatch, { isNews, onSettled }: Take): Promise<void> {
      if (unsettled.length >= mostUnsettled) await unsettled.shift();
      const { here, wanted, keys } = await sorted(parts.read, task.account, batch.arrivals, underWay);
      const named = { isNews, name: { stream: batch.stream, pass, batch: ++batches } };
      const { stored } = await fetchInto(wanted, named);
      const before = last;
      last = (async () => {
        await before;
        await stored;
        await settle(batch, here, named);
        for (const key of keys) underWay.delete(key);
        onSettled();
      })();
      // Awaited with a later batch, or at the end; until then a rejection must not count as unhandled.
      last.catch(() => undefined);
      unsettled.push(last);
    },
    /** Resolves when all that was taken is stored, or could not be. */
    settled: () => last.catch(() => undefined),
    /** Waits until all is stored; gives how many messages were fetched. */
    async finish(): Promise<number> {
      await last;
      return fetched;
    },
  };
}

type Named = Pick<Take, 'isNews'> & { name: BatchName };

/** What a batch says besides its messages, and its cursor. */
async function storeRest(parts: IntakeParts, { account }: Task, batch: ChangeBatch, name: BatchName): Promise<void> {
  const { flags, removed, reset, stream, cursor, backfill } = batch;
  const outcome = await parts.ingest({
    account: ownerOf(account),
    incoming: [],
    live: !backfill,
    flags,
    removed,
    ...(reset && { reset }),
    ...(cursor !== undefined && { cursor: { stream, text: cursor }, name }),
  });
  // What is no longer on the server is not missing here either.
  forgetMissing(parts.write, account.id, removed);
  if (reset) forgetMissingIn(parts.write, account.id, reset);
  parts.onStored(outcome, !backfill);
}

/** Gives the messages that are not here after all. */
async function placeKnown(
  parts: IntakeParts,
  { account }: Task,
  here: readonly Arrival[],
  name: BatchName,
): Promise<Arrival[]> {
  if (here.length === 0) return [];
  const { unknown, ...outcome } = await parts.recognise({ account: ownerOf(account), arrivals: here, name });
  parts.onStored(outcome, false);
  return unknown;
}
