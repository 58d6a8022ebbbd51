import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../../mail/accounts/accounts.ts';
import { folderLabel } from '../../mail/labels/labels.ts';
import { storedHeaderIds } from '../../mail/messages/messages.ts';
import { storedUids } from '../../mail/messages/placements.ts';
import { storedServerIds } from '../../mail/ingest/recognition.ts';
import type { Arrival } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { placementKey } from './placement-key.ts';

/** The number of messages that are looked up at once. */
const lookupBatchSize = 100;

/**
 * `known` are stored or may be, which the worker decides when it records their placements; `keys` distinguish the messages
 * in `toFetch` from their copies.
 */
type SortedArrivals = { known: Arrival[]; toFetch: Arrival[]; keys: string[] };

/**
 * Selects the messages to fetch. `inProgress` contains the keys of messages that are being fetched, and gets those of
 * `toFetch`.
 */
export async function sortArrivals(
  read: ReadDb,
  account: Account,
  arrivals: readonly Arrival[],
  inProgress: Set<string>,
): Promise<SortedArrivals> {
  const result: SortedArrivals = { known: [], toFetch: [], keys: [] };
  for (let start = 0; start < arrivals.length; start += lookupBatchSize) {
    sortInto(result, { read, account, inProgress }, arrivals.slice(start, start + lookupBatchSize));
    // Let other requests run.
    await nextTurn();
  }
  return result;
}

function sortInto(
  result: SortedArrivals,
  { read, account, inProgress }: { read: ReadDb; account: Account; inProgress: Set<string> },
  arrivals: readonly Arrival[],
): void {
  const stored = storedKeys(read, account, arrivals);
  const placed = placedKeys(read, account, arrivals);
  for (const arrival of arrivals) {
    const key = keyOf(arrival);
    const mayBeStored = key !== undefined && (stored.has(key) || inProgress.has(key));
    if (mayBeStored || placed.has(placementKey(arrival))) result.known.push(arrival);
    else {
      result.toFetch.push(arrival);
      if (key === undefined) continue;
      inProgress.add(key);
      result.keys.push(key);
    }
  }
}

/** Copies of one message have the same key; so may others, if a Message-ID was used twice. */
function keyOf({ provider_id, header_id }: Arrival): string | undefined {
  return provider_id ?? (header_id?.toLowerCase() || undefined);
}

function storedKeys(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Set<string> {
  const headerIds = arrivals.flatMap(({ provider_id, header_id }) => (provider_id ? [] : (header_id ?? [])));
  const keys = storedHeaderIds(read, account.id, headerIds);
  const serverIds = arrivals.flatMap(({ provider_id }) => provider_id ?? []);
  return serverIds.length === 0 ? keys : new Set([...keys, ...storedServerIds(read, account, serverIds)]);
}

function placedKeys(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Set<string> {
  const folders = Map.groupBy(arrivals, ({ folder, uidvalidity }) => `${uidvalidity} ${folder}`);
  const placed = [...folders.values()].flatMap((group) => {
    const { folder = '', uidvalidity = 0 } = group[0] ?? {};
    const label = folderLabel(read, account.id, folder);
    if (label === undefined) return [];
    const uids = new Set(storedUids(read, label, uidvalidity, group));
    return group.filter(({ uid }) => uids.has(uid)).map(placementKey);
  });
  return new Set(placed);
}
