import { instantOf } from '../../base/clock.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import type { DeliveryItem, DeliveryStatus, Evidence } from './delivery.ts';

/** A stored delivery with the message that told of it last, which may be deleted. */
type Stored = {
  id: number;
  delivery_id: string;
  account_id: string;
  carrier: string | null;
  merchant: string | null;
  order_numbers: string;
  tracking_number: string | null;
  tracking_url: string | null;
  items: string;
  status: DeliveryStatus;
  eta_from: string | null;
  eta_until: string | null;
  delivered_at: string | null;
  last_event_at: string;
  source: Evidence['source'];
  confidence: number;
  dismissed_at: string | null;
  resolved_at: string | null;
  created_at: string;
  updated_at: string;
};

/** A delivery as this process uses it. `status` is `expired` once nothing was heard of it for a long time. */
export type Delivery = Omit<Stored, 'order_numbers' | 'items'> & { order_numbers: string[]; items: DeliveryItem[] };

export const deliveryFilters = ['active', 'delivered', 'all', 'dismissed'] as const;
type DeliveryFilter = (typeof deliveryFilters)[number];

const dayMs = 86_400_000;
/** Nothing more is to be expected this long after the last news, and after the date that was given. */
const expiresAfterDays = 30;
const expiresAfterEtaDays = 14;

const ended: ReadonlySet<DeliveryStatus> = new Set(['delivered', 'returned', 'expired']);
const maxListed = 1_000;

/**
 * The deliveries of some accounts. Those under way come first, the next to arrive before the others; then the latest. Deliveries of
 * which only spam tells are left out.
 */
export function listDeliveries(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { filter, now }: { filter: DeliveryFilter; now: Date },
): Delivery[] {
  const ids = jsonList(accounts.map(({ id }) => id));
  const isDismissed = filter === 'dismissed';
  const rows = db.all<Stored>(sql`
    SELECT d.*, a.account_id FROM deliveries d JOIN accounts a ON a.id = d.account
    WHERE d.account IN (SELECT value FROM json_each(${ids})) AND (d.dismissed_at IS NOT NULL) = ${isDismissed}
      AND EXISTS (SELECT 1 FROM delivery_sources s JOIN delivery_evidence e ON e.id = s.evidence
        LEFT JOIN messages m ON m.id = e.message WHERE s.delivery = d.id AND coalesce(m.flags, 0) & ${flagBits.SPAM} = 0)
    ORDER BY d.last_event_at DESC, d.id DESC LIMIT ${maxListed}`);
  const all = rows.map((row) => deliveryOf(row, now));
  const chosen = all.filter(({ status }) =>
    filter === 'active' ? !ended.has(status) : filter === 'delivered' ? status === 'delivered' : true,
  );
  return chosen.toSorted(byArrival);
}

/** A delivery of these accounts by its public id. */
export function deliveryById(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { delivery_id, now }: { delivery_id: string; now: Date },
): Delivery | undefined {
  const row = db.get<Stored>(sql`
    SELECT d.*, a.account_id FROM deliveries d JOIN accounts a ON a.id = d.account
    WHERE d.delivery_id = ${delivery_id.toLowerCase()}
      AND d.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
  return row && deliveryOf(row, now);
}

function deliveryOf(row: Stored, now: Date): Delivery {
  return {
    ...row,
    order_numbers: JSON.parse(row.order_numbers) as string[],
    items: JSON.parse(row.items) as DeliveryItem[],
    status: isExpired(row, now) ? 'expired' : row.status,
  };
}

function isExpired({ status, last_event_at, eta_until }: Stored, now: Date): boolean {
  if (ended.has(status)) return false;
  const before = (days: number) => instantOf(new Date(now.getTime() - days * dayMs));
  return last_event_at < before(expiresAfterDays) && (eta_until === null || eta_until < before(expiresAfterEtaDays));
}

function byArrival(a: Delivery, b: Delivery): number {
  const isEnded = ({ status }: Delivery) => Number(ended.has(status));
  if (isEnded(a) !== isEnded(b)) return isEnded(a) - isEnded(b);
  if (isEnded(a) === 1) return compare(b.delivered_at ?? b.last_event_at, a.delivered_at ?? a.last_event_at);
  return compare(a.eta_until ?? '9999', b.eta_until ?? '9999') || compare(b.last_event_at, a.last_event_at);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a message has said of a delivery. The message is null once it is deleted. */
export type DeliveryEvent = {
  delivery: number;
  message_id: string | null;
  thread_id: string | null;
  subject: string | null;
  from_name: string | null;
  from_email: string | null;
  evidence: Evidence;
};

/** What messages have said of deliveries (internal ids), oldest first. Spam is left out. */
export function eventsOfDeliveries(db: ReadDb, deliveries: readonly number[]): DeliveryEvent[] {
  const rows = db.all<Omit<DeliveryEvent, 'evidence'> & { data: string }>(sql`
    SELECT s.delivery, e.data, m.message_id, t.thread_id, m.subject, m.from_name, m.from_email
    FROM delivery_sources s JOIN delivery_evidence e ON e.id = s.evidence
    LEFT JOIN messages m ON m.id = e.message LEFT JOIN threads t ON t.id = m.thread
    WHERE s.delivery IN (SELECT value FROM json_each(${jsonList(deliveries)}))
      AND coalesce(m.flags, 0) & ${flagBits.SPAM} = 0`);
  return rows
    .map(({ data, ...row }) => ({ ...row, evidence: JSON.parse(data) as Evidence }))
    .toSorted((a, b) => compare(a.evidence.at, b.evidence.at));
}

/** A delivery under way, for what the user may have to do about it. Ids are public; times are instants. */
type ActiveDelivery = {
  delivery_id: string;
  account_id: string;
  merchant: string | null;
  carrier: string | null;
  items: DeliveryItem[];
  status: DeliveryStatus;
  eta_from: string | null;
  eta_until: string | null;
  last_event_at: string;
  /** The message that told of it last, and its conversation; null once it is deleted. */
  message_id: string | null;
  thread_id: string | null;
};

/** The deliveries that are under way, the next to arrive first. */
export function activeDeliveries(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], now: Date): ActiveDelivery[] {
  const deliveries = listDeliveries(db, accounts, { filter: 'active', now });
  const events = eventsOfDeliveries(
    db,
    deliveries.map(({ id }) => id),
  );
  const latest = new Map(
    events.filter(({ message_id }) => message_id !== null).map((event) => [event.delivery, event]),
  );
  return deliveries.map((each) => {
    const { delivery_id, account_id, merchant, carrier, items, status, eta_from, eta_until, last_event_at } = each;
    const { message_id = null, thread_id = null } = latest.get(each.id) ?? {};
    return {
      delivery_id,
      account_id,
      merchant,
      carrier,
      items,
      status,
      eta_from,
      eta_until,
      last_event_at,
      message_id,
      thread_id,
    };
  });
}
