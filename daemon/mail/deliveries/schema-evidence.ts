import { instantAt } from '../../base/local-time.ts';
import { linkTarget, organizationalDomainOf } from '../html/links.ts';
import { carrierName, carrierNamed, carrierOfHost, trackingPage } from './carriers.ts';
import { wholeDay } from './dates.ts';
import type { DeliveryItem, DeliveryStatus, Eta, Evidence } from './delivery.ts';
import { nodesOf, textOf, type DataNode } from './structured-data.ts';

/** Values of schema.org/OrderStatus and of the delivery events that senders write. */
const statuses: Readonly<Record<string, DeliveryStatus>> = {
  OrderProcessing: 'ordered',
  OrderPaymentDue: 'ordered',
  OrderInTransit: 'in_transit',
  OrderPickupAvailable: 'available_for_pickup',
  OrderDelivered: 'delivered',
  OrderProblem: 'exception',
  OrderReturned: 'returned',
  OutForDelivery: 'out_for_delivery',
  InTransit: 'in_transit',
  Delivered: 'delivered',
};

/** Who sent the data, and when. */
type SchemaContext = {
  /** The domain of the organization in From. */
  domain: string;
  sentAt: string;
  /** The reader’s zone, by its IANA name; undefined is that of the machine. */
  zone: string | undefined;
};

/**
 * What ParcelDelivery and Order (schema.org) say. Only for a message whose sender is proven. An order that was called off says
 * nothing of a delivery.
 */
export function evidenceInSchema(nodes: readonly DataNode[], context: SchemaContext): Evidence[] {
  return nodes.flatMap((node) => {
    if (node.types.includes('ParcelDelivery')) return parcelEvidence(node, nodesOf(node, 'partOfOrder'), context);
    if (!node.types.includes('Order')) return [];
    const parcels = nodesOf(node, 'orderDelivery').filter(({ types }) => types.includes('ParcelDelivery'));
    if (parcels.length === 0) return orderEvidence(node, context);
    return parcels.flatMap((parcel) => parcelEvidence(parcel, [node, ...nodesOf(parcel, 'partOfOrder')], context));
  });
}

const isCancelled = (order: DataNode) => plainStatus(textOf(order, 'orderStatus')) === 'OrderCancelled';

function parcelEvidence(parcel: DataNode, orders: readonly DataNode[], context: SchemaContext): Evidence[] {
  if (orders.some(isCancelled)) return [];
  const tracking_number = cleanNumber(textOf(parcel, 'trackingNumber'));
  const order_numbers = [...new Set(orders.flatMap((order) => cleanNumber(textOf(order, 'orderNumber')) ?? []))];
  if (tracking_number === null && order_numbers.length === 0) return [];
  const carrierText = textOf(parcel, 'carrier', 'provider');
  const carrier = carrierText === undefined ? carrierOfHost(context.domain) : carrierNamed(carrierText);
  const stated = [parcel, ...orders].map((node) => statusOf(node)).find((each) => each !== undefined);
  return [
    {
      carrier: (carrier && carrierName(carrier)) ?? shortText(carrierText),
      tracking_number,
      tracking_url: addressOf(textOf(parcel, 'trackingUrl'), {
        carrier,
        number: tracking_number,
        domain: context.domain,
      }),
      merchant: merchantOf(orders),
      merchant_domain: context.domain,
      order_numbers,
      status: stated ?? (tracking_number === null ? 'ordered' : 'in_transit'),
      at: context.sentAt,
      eta: etaOf(textOf(parcel, 'expectedArrivalFrom'), textOf(parcel, 'expectedArrivalUntil'), context),
      items: itemsOf([parcel, ...orders]),
      source: 'schema',
      reason: 'schema',
      confidence: 0.98,
      quote: null,
    },
  ];
}

function orderEvidence(order: DataNode, context: SchemaContext): Evidence[] {
  const [evidence] = parcelEvidence({ types: ['ParcelDelivery'], properties: new Map() }, [order], context);
  // Tickets and downloads are orders too: without an address nothing is brought.
  const isShipped = nodesOf(order, 'orderDelivery', 'deliveryAddress', 'shippingAddress').length > 0;
  if (!evidence || (evidence.status === 'ordered' && !isShipped)) return [];
  return [evidence];
}

function statusOf(node: DataNode): DeliveryStatus | undefined {
  const text = textOf(node, 'deliveryStatus', 'orderStatus');
  return text === undefined ? undefined : statuses[plainStatus(text)];
}

const plainStatus = (text: string | undefined) => (text ?? '').replace(/^.*[/#]/, '');

/** A number in the form in which it is compared; null if it cannot be one. */
function cleanNumber(text: string | undefined): string | null {
  const number = (text ?? '').replaceAll(/\s/g, '').replace(/^#/, '').toUpperCase();
  return /^[A-Z\d][A-Z\d._/-]{2,39}$/.test(number) && /\d{3}/.test(number) ? number : null;
}

function shortText(text: string | undefined): string | null {
  const short = (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  return short === '' ? null : short;
}

function merchantOf(orders: readonly DataNode[]): string | null {
  return orders.map((order) => shortText(textOf(order, 'merchant', 'seller'))).find((name) => name !== null) ?? null;
}

/** The carrier’s own page where it is known; else an address of the carrier or of the sender, as the sender is proven. */
function addressOf(
  text: string | undefined,
  { carrier, number, domain }: { carrier: string | undefined; number: string | null; domain: string },
): string | null {
  const page = carrier !== undefined && number !== null ? trackingPage(carrier, number) : undefined;
  if (page !== undefined) return page;
  const target = linkTarget(text ?? '');
  const host = target !== undefined && target.startsWith('https:') ? new URL(target).hostname : undefined;
  if (target === undefined || host === undefined) return null;
  return organizationalDomainOf(host) === domain || carrierOfHost(host) !== undefined ? target : null;
}

const maxItems = 20;

function itemsOf(nodes: readonly DataNode[]): DeliveryItem[] {
  const found = new Map<string, DeliveryItem>();
  const add = (node: DataNode, quantity: string | undefined) => {
    const name = shortText(textOf(node, 'name'));
    const count = Number(quantity ?? Number.NaN);
    if (name !== null && !found.has(name))
      found.set(name, { name, quantity: Number.isInteger(count) && count > 0 && count < 10_000 ? count : null });
  };
  for (const node of nodes) {
    for (const item of nodesOf(node, 'itemShipped', 'orderedItem')) {
      const inner = nodesOf(item, 'orderedItem')[0] ?? item;
      add(inner, textOf(item, 'orderQuantity', 'quantity'));
    }
    for (const offer of nodesOf(node, 'acceptedOffer')) {
      const [quantity] = nodesOf(offer, 'eligibleQuantity');
      for (const item of nodesOf(offer, 'itemOffered')) add(item, textOf(quantity, 'value'));
    }
  }
  return [...found.values()].slice(0, maxItems);
}

const maxEtaMs = 200 * 86_400_000;

/** Dates of schema.org are in ISO 8601. One that is far from the message is not believed. */
function etaOf(from: string | undefined, until: string | undefined, context: SchemaContext): Eta | null {
  const first = windowOf(from ?? until, context);
  const last = windowOf(until ?? from, context);
  if (!first || !last) return null;
  return first.from <= last.until ? { from: first.from, until: last.until } : { from: last.from, until: first.until };
}

/** A date without a time is a day of the reader. */
function windowOf(text: string | undefined, { sentAt, zone }: SchemaContext): Eta | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  const at = text.length === 10 ? instantAt(Date.parse(text), zone) : Date.parse(text);
  if (!(Math.abs(at - Date.parse(sentAt)) < maxEtaMs)) return undefined;
  const instant = new Date(at).toISOString();
  return text.length === 10 ? wholeDay(at, zone) : { from: instant, until: instant };
}
