import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../../mail/accounts.ts';
import { folderLabel } from '../../mail/labels.ts';
import { storedHeaderIds, storedIds } from '../../mail/messages.ts';
import { storedUids } from '../../mail/placements.ts';
import { announcedId } from '../../mail/recognise.ts';
import type { Arrival } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { placeOf } from './place.ts';

/** So many messages are looked up at a time. */
const sortedAtOnce = 100;

/**
 * `here` lie there already or may be stored, which the worker decides when they get their places; `keys` tell those that
 * are `wanted` from their copies.
 */
export type Sorted = { here: Arrival[]; wanted: Arrival[]; keys: string[] };

/** Tells apart what has to be fetched. `underWay` holds the keys of what is being fetched, and gets those that are wanted. */
export async function sorted(
  read: ReadDb,
  account: Account,
  arrivals: readonly Arrival[],
  underWay: Set<string>,
): Promise<Sorted> {
  const sorting: Sorted = { here: [], wanted: [], keys: [] };
  for (let start = 0; start < arrivals.length; start += sortedAtOnce) {
    sortInto(sorting, { read, account, underWay }, arrivals.slice(start, start + sortedAtOnce));
    // Somebody may be waiting for an answer.
    await nextTurn();
  }
  return sorting;
}

function sortInto(
  sorting: Sorted,
  { read, account, underWay }: { read: ReadDb; account: Account; underWay: Set<string> },
  arrivals: readonly Arrival[],
): void {
  const stored = storedKeys(read, account, arrivals);
  const placed = placedAmong(read, account, arrivals);
  for (const arrival of arrivals) {
    const key = keyOf(arrival);
    const mayBeStored = key !== undefined && (stored.has(key) || underWay.has(key));
    if (mayBeStored || placed.has(placeOf(arrival))) sorting.here.push(arrival);
    else {
      sorting.wanted.push(arrival);
      if (key === undefined) continue;
      underWay.add(key);
      sorting.keys.push(key);
    }
  }
}

/** Copies of one message have the same; so may others, where a Message-ID was used twice. */
function keyOf({ provider_id, header_id }: Arrival): string | undefined {
  return provider_id ?? (header_id?.toLowerCase() || undefined);
}

function storedKeys(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Set<string> {
  const headerIds = arrivals.flatMap(({ provider_id, header_id }) => (provider_id ? [] : (header_id ?? [])));
  const keys = storedHeaderIds(read, account.id, headerIds);
  const byProvider = arrivals.filter(({ provider_id }) => provider_id !== undefined);
  if (byProvider.length === 0) return keys;
  const ids = byProvider.map((arrival) => announcedId(account.account_id, arrival) ?? '');
  const stored = storedIds(read, ids);
  for (const [index, { provider_id = '' }] of byProvider.entries())
    if (stored.has(ids[index] ?? '')) keys.add(provider_id);
  return keys;
}

function placedAmong(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Set<string> {
  const folders = Map.groupBy(arrivals, ({ folder, uidvalidity }) => `${uidvalidity} ${folder}`);
  const placed = [...folders.values()].flatMap((group) => {
    const { folder = '', uidvalidity = 0 } = group[0] ?? {};
    const label = folderLabel(read, account.id, folder);
    if (label === undefined) return [];
    const uids = new Set(storedUids(read, label, uidvalidity, group));
    return group.filter(({ uid }) => uids.has(uid)).map(placeOf);
  });
  return new Set(placed);
}
