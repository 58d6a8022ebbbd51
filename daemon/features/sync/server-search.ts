import type { AccountLoop } from '../../account-loops.ts';
import { orRejectOnAbort } from '../../base/abort.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { inAdvance } from '../../mail/ingest/uncommitted-placements.ts';
import { folderLabel, labelMap } from '../../mail/labels/labels.ts';
import { storedUids } from '../../mail/messages/placements.ts';
import { latestSyncPass } from '../../mail/mutations/push/sync-passes.ts';
import type { Arrival, MessageRef, Provider } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { accountRef, fetchMessages } from './fetch-messages.ts';
import type { IngestPipelineDeps } from './ingest-pipeline.ts';
import { sortArrivals } from './known-arrivals.ts';

/** Messages that are stored at a time, so that an interrupted search keeps what it has fetched. */
const pieceSize = 10;

type SearchTask = { account: Account; provider: Provider };

/**
 * Searches on the server, and stores the newest hits that no sync has reached yet. They are indexed before other mail.
 * Throws ProviderError, and what `signal` aborts with; what was stored until then stays.
 */
export async function fetchFromServer(
  deps: IngestPipelineDeps,
  { account, provider }: SearchTask,
  { query, most, onFetched, signal }: Parameters<AccountLoop['fetchFromServer']>[0],
): Promise<{ remaining: number }> {
  const hits = await orRejectOnAbort(provider.search(query, signal), signal);
  const missing = notStored(deps.read, { account, provider }, hits);
  const wanted = missing.slice(0, most);
  for (let start = 0; start < wanted.length; start += pieceSize) {
    const piece = wanted.slice(start, start + pieceSize);
    const arrivals = await orRejectOnAbort(provider.describe(piece, signal), signal);
    await store(deps, { account, provider, signal }, arrivals);
    onFetched(piece.length);
  }
  return { remaining: missing.length - wanted.length };
}

/** Hits in folders that are not known yet are left to the sync. */
function notStored(read: ReadDb, { account, provider }: SearchTask, hits: readonly MessageRef[]): MessageRef[] {
  const missing = new Set(hits);
  for (const [folder, inFolder] of Map.groupBy(hits, (hit) => hit.folder)) {
    const label = folderLabel(read, account.id, folder);
    const labels = provider.capabilities.keeps_uids ? [...labelMap(read, account.id).byPath.values()] : [{ id: label }];
    const uids = new Set(
      labels.flatMap(({ id }) =>
        id === undefined ? [] : storedUids(read, id, inFolder[0]?.uidvalidity ?? 0, inFolder),
      ),
    );
    for (const hit of inFolder) if (label === undefined || uids.has(hit.uid)) missing.delete(hit);
  }
  return [...missing];
}

async function store(
  deps: IngestPipelineDeps,
  task: SearchTask & { signal: AbortSignal },
  arrivals: readonly Arrival[],
): Promise<void> {
  const { account, provider } = task;
  const kind = (folder: string) => ({
    live: false,
    isAwaited: true,
    // A provider that reports all changes of placements also reports when the message leaves this one.
    ...(!provider.capabilities.keeps_uids && {
      name: { stream: folder, pass: inAdvance, batch: latestSyncPass(deps.read, account.id) },
    }),
  });
  for (const [folder, inFolder] of Map.groupBy(arrivals, (arrival) => arrival.folder)) {
    if (folderLabel(deps.read, account.id, folder) === undefined) continue;
    const { known, toFetch } = await sortArrivals(deps.read, account, inFolder, new Set());
    const { unknown, ...placed } = await deps.placeKnownMessages({
      account: accountRef(account),
      arrivals: known,
      ...kind(folder),
    });
    deps.onStored(placed, false);
    const { stored } = await fetchMessages(deps, task, [...unknown, ...toFetch], kind(folder));
    await stored;
  }
}
