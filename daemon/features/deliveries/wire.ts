import type { z } from 'zod';
import type { Account } from '../../mail/accounts/accounts.ts';
import { deliveryById, eventsOfDeliveries, type Delivery, type DeliveryEvent } from '../../mail/deliveries/record.ts';
import { Failure } from '../../base/failure.ts';
import type { ReadDb } from '../../store/db.ts';
import type { deliveriesRequests } from './contract.ts';

type DeliveryData = z.input<(typeof deliveriesRequests)['get']['output']>['delivery'];

/** Deliveries as clients see them (wire-contract, section 14.6). */
export function deliveryRecords(db: ReadDb, deliveries: readonly Delivery[]): DeliveryData[] {
  const events = eventsOfDeliveries(
    db,
    deliveries.map(({ id }) => id),
  );
  const byDelivery = Map.groupBy(events, ({ delivery }) => delivery);
  return deliveries.map((each) => deliveryRecord(each, byDelivery.get(each.id) ?? []));
}

/** A delivery of these accounts. Throws Failure `not_found`. */
export function requireDeliveryRecord(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  found: { delivery_id: string; now: Date },
): DeliveryData {
  const delivery = deliveryById(db, accounts, found);
  const [record] = delivery ? deliveryRecords(db, [delivery]) : [];
  if (!record) throw noDelivery();
  return record;
}

export function noDelivery(): Failure {
  return new Failure('missing', 'not_found', 'There is no such delivery.');
}

function deliveryRecord(delivery: Delivery, events: readonly DeliveryEvent[]): DeliveryData {
  const { id: _row, delivery_id, order_numbers, tracking_url, ...rest } = delivery;
  const messages = [...new Set(events.flatMap(({ message_id }) => message_id ?? []))];
  return {
    id: delivery_id,
    account_id: rest.account_id,
    carrier: rest.carrier,
    merchant: rest.merchant,
    order_number: order_numbers[0] ?? null,
    order_numbers,
    tracking_number: rest.tracking_number,
    tracking_url,
    tracking_host: tracking_url === null ? null : new URL(tracking_url).hostname,
    items: rest.items,
    status: rest.status,
    eta_from: rest.eta_from,
    eta_until: rest.eta_until,
    delivered_at: rest.delivered_at,
    resolved_at: rest.resolved_at,
    dismissed_at: rest.dismissed_at,
    last_event_at: rest.last_event_at,
    source: rest.source,
    confidence: rest.confidence,
    thread_id: events.findLast(({ thread_id }) => thread_id !== null)?.thread_id ?? null,
    message_ids: messages,
    events: events.map(eventRecord),
    created_at: rest.created_at,
    updated_at: rest.updated_at,
  };
}

function eventRecord({ evidence, ...message }: DeliveryEvent): DeliveryData['events'][number] {
  const { message_id, thread_id, subject, from_name, from_email } = message;
  const { status, at, source, reason, quote } = evidence;
  return { message_id, thread_id, subject, from_name, from_email, status, at, source, reason, quote };
}
