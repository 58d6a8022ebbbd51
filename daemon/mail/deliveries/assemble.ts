import type { DeliveryItem, DeliveryStatus, Evidence, EvidenceReason } from './delivery.ts';

/** Evidence with what identifies it: its row, and the message, also where that is deleted. */
export type KnownEvidence = Evidence & { id: number; message_id: string };

/** A parcel, or an order of which no parcel is known yet. */
export type AssembledDelivery = {
  /** What it is known by: its tracking number, its order, or the message. */
  key: string;
  /** The orders that it belongs to. */
  orderKeys: string[];
  evidence: number[];
  carrier: string | null;
  merchant: string | null;
  order_numbers: string[];
  tracking_number: string | null;
  tracking_url: string | null;
  items: DeliveryItem[];
  status: DeliveryStatus;
  eta_from: string | null;
  eta_until: string | null;
  delivered_at: string | null;
  first_event_at: string;
  last_event_at: string;
  source: Evidence['source'];
  confidence: number;
};

const orderKeysOf = ({ order_numbers, merchant_domain }: Evidence) =>
  order_numbers.map((number) => `order:${merchant_domain}:${number}`);
const parcelKeyOf = ({ tracking_number }: Evidence) =>
  tracking_number === null ? undefined : `parcel:${tracking_number}`;

/** The number in `order:shop.example:1234`. */
const orderNumberOf = (key: string) => key.slice(key.lastIndexOf(':') + 1);

const messageKeyOf = (message_id: string) => `message:${message_id}`;

/** What evidence is known by: the parcel and the orders that it names, else its message. */
export function keysOf(evidence: Evidence, message_id: string): string[] {
  const parcel = parcelKeyOf(evidence);
  const keys = [...(parcel === undefined ? [] : [parcel]), ...orderKeysOf(evidence)];
  return keys.length > 0 ? keys : [messageKeyOf(message_id)];
}

/**
 * The deliveries that evidence tells of, with the rules for parcels and orders, which are many-to-many:
 *
 * - Each tracking number is a parcel. An order is a delivery of its own until one of its parcels is known.
 * - What is said about an order counts for its parcel. If it has several, it is not known which of them is meant, so that the state
 *   of none follows.
 */
export function assemble(all: readonly KnownEvidence[]): AssembledDelivery[] {
  const parcels = Map.groupBy(
    all.filter((each) => each.tracking_number !== null),
    (each) => parcelKeyOf(each) ?? '',
  );
  const parcelsOfOrder = new Map<string, Set<string>>();
  for (const [parcel, own] of parcels)
    for (const order of own.flatMap(orderKeysOf))
      parcelsOfOrder.set(order, (parcelsOfOrder.get(order) ?? new Set()).add(parcel));
  const others = all.filter((each) => each.tracking_number === null);
  const byOrder = new Map<string, KnownEvidence[]>();
  for (const each of others)
    for (const order of orderKeysOf(each)) byOrder.set(order, [...(byOrder.get(order) ?? []), each]);

  const fromParcels = [...parcels].map(([key, own]) => {
    const orderKeys = [...new Set(own.flatMap(orderKeysOf))];
    const shared = [...new Set(orderKeys.flatMap((order) => byOrder.get(order) ?? []))];
    const isOnlyParcel = (each: KnownEvidence) =>
      new Set(orderKeysOf(each).flatMap((order) => [...(parcelsOfOrder.get(order) ?? [])])).size === 1;
    return deliveryOf({ key, orderKeys, own, shared, isMeant: isOnlyParcel });
  });
  const fromOrders = [...byOrder]
    .filter(([order]) => !parcelsOfOrder.has(order))
    .map(([key, own]) => deliveryOf({ key, orderKeys: [key], own, shared: [], isMeant: () => true }));
  const fromMessages = [
    ...Map.groupBy(
      others.filter((each) => each.order_numbers.length === 0),
      ({ message_id }) => messageKeyOf(message_id),
    ),
  ].map(([key, own]) => deliveryOf({ key, orderKeys: [], own, shared: [], isMeant: () => true }));
  return [...fromParcels, ...fromOrders, ...fromMessages];
}

type Parts = {
  key: string;
  orderKeys: string[];
  own: readonly KnownEvidence[];
  /** What is said about its orders. */
  shared: readonly KnownEvidence[];
  /** Whether shared evidence is about this delivery and no other. */
  isMeant: (evidence: KnownEvidence) => boolean;
};

function deliveryOf({ key, orderKeys, own, shared, isMeant }: Parts): AssembledDelivery {
  const all = [...own, ...shared].toSorted(byTime);
  const meant = all.filter((each) => own.includes(each) || isMeant(each));
  const { status, delivered_at } = stateAfter(meant);
  const eta = meant.findLast((each) => each.eta !== null)?.eta ?? null;
  return {
    key,
    orderKeys,
    evidence: all.map(({ id }) => id),
    carrier: bestOf(all, ({ carrier }) => carrier),
    merchant: merchantIn(all),
    order_numbers: [...new Set(orderKeys.map(orderNumberOf))],
    tracking_number: own[0]?.tracking_number ?? null,
    tracking_url: bestOf(own, ({ tracking_url }) => tracking_url),
    items: all.map(({ items }) => items).reduce((most, items) => (items.length > most.length ? items : most), []),
    status,
    eta_from: eta?.from ?? null,
    eta_until: eta?.until ?? null,
    delivered_at,
    first_event_at: own.toSorted(byTime)[0]?.at ?? '',
    last_event_at: meant.at(-1)?.at ?? '',
    source: all.some(({ source }) => source === 'schema') ? 'schema' : (all[0]?.source ?? 'heuristic'),
    confidence: Math.max(...all.map(({ confidence }) => confidence)),
  };
}

const progress: Readonly<Record<DeliveryStatus, number>> = {
  ordered: 0,
  info_received: 1,
  in_transit: 2,
  exception: 3,
  out_for_delivery: 4,
  attempt_fail: 5,
  available_for_pickup: 6,
  delivered: 7,
  returned: 8,
  expired: 9,
};

/** By time; of the same moment, the earlier step first. */
function byTime(a: KnownEvidence, b: KnownEvidence): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return progress[a.status] - progress[b.status] || a.id - b.id;
}

/** A state that a later message may lift: the parcel goes on afterwards. */
const setbacks: ReadonlySet<DeliveryStatus> = new Set(['exception', 'attempt_fail']);
/** What later mail may say of a parcel that was reported as delivered. Mail about its way is only late then. */
const corrections: ReadonlySet<DeliveryStatus> = new Set([
  'exception',
  'attempt_fail',
  'available_for_pickup',
  'returned',
]);
/** Senders who know where the parcel is. Others write when it suits them, so that they never take back a delivery. */
const knowing: ReadonlySet<EvidenceReason> = new Set(['schema', 'carrier']);

/** The state after all that was said, oldest first. It only advances, unless a later message says that something went wrong. */
function stateAfter(events: readonly KnownEvidence[]): { status: DeliveryStatus; delivered_at: string | null } {
  let status: DeliveryStatus = events[0]?.status ?? 'ordered';
  let delivered_at: string | null = null;
  for (const { status: next, at, reason } of events) {
    if (status === 'delivered' ? corrections.has(next) && knowing.has(reason) : isAdvance(status, next)) status = next;
    if (status !== 'delivered') delivered_at = null;
    else delivered_at ??= at;
  }
  return { status, delivered_at };
}

function isAdvance(status: DeliveryStatus, next: DeliveryStatus): boolean {
  if (status === 'returned') return false;
  if (setbacks.has(status)) return progress[next] >= progress.in_transit;
  return setbacks.has(next) || progress[next] > progress[status];
}

/** What the most reliable sender says, and of equals the latest. */
function bestOf<Value>(
  all: readonly KnownEvidence[],
  valueOf: (evidence: KnownEvidence) => Value | null,
): Value | null {
  let best: { value: Value; confidence: number } | undefined;
  for (const each of all) {
    const value = valueOf(each);
    if (value !== null && each.confidence >= (best?.confidence ?? 0)) best = { value, confidence: each.confidence };
  }
  return best?.value ?? null;
}

/** Shops know their own name better than carriers do. */
function merchantIn(all: readonly KnownEvidence[]): string | null {
  const named = all.filter(({ merchant }) => merchant !== null);
  const own = named.filter(({ reason }) => reason !== 'carrier');
  return bestOf(own.length > 0 ? own : named, ({ merchant }) => merchant);
}
