import { nameId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { assemble, keysOf, type AssembledDelivery, type KnownEvidence } from './assemble.ts';
import type { Evidence } from './delivery.ts';

/** What was found in a message, which is given with its account by internal ids, and its public id. */
export type Reading = { message: number; message_id: string; account: number; evidence: Evidence[] };

/** The deliveries that a change has created and changed, by public id. `removed` are those of which no evidence is left. */
export type DeliveryChanges = { account: number; created: string[]; updated: string[]; removed: string[] };

/** So much evidence is considered together at the most, which bounds the work that hostile mail can cause. */
const maxEvidence = 500;

/**
 * Stores what was found in messages, and what follows from it. Evidence of an earlier scan of the same message is replaced; if it is
 * the same, nothing changes. To be called in a transaction.
 */
export function saveReadings(db: WriteDb, readings: readonly Reading[], now: string): DeliveryChanges[] {
  const touched = new Map<number, Set<string>>();
  for (const { message, message_id, account, evidence } of readings) {
    const stored = db.all<{ data: string }>(
      sql`SELECT data FROM delivery_evidence WHERE message = ${message} ORDER BY id`,
    );
    const found = evidence.map((each) => JSON.stringify(each));
    if (stored.length === found.length && stored.every(({ data }, at) => data === found[at])) continue;
    const keys = touched.get(account) ?? new Set<string>();
    touched.set(account, keys);
    for (const { data } of stored) for (const key of keysOf(JSON.parse(data) as Evidence, message_id)) keys.add(key);
    db.run(sql`DELETE FROM delivery_evidence WHERE message = ${message}`);
    for (const [at, data] of found.entries()) {
      const { id } = db.run(
        sql`INSERT INTO delivery_evidence (account, message, message_id, data) VALUES (${account}, ${message}, ${message_id}, ${data})`,
      );
      for (const key of keysOf(evidence[at] as Evidence, message_id)) {
        keys.add(key);
        db.run(sql`
          INSERT INTO delivery_keys (account, key, evidence) VALUES (${account}, ${key}, ${id}) ON CONFLICT DO NOTHING`);
      }
    }
  }
  return [...touched].map(([account, keys]) => rebuild(db, { account, keys, now }));
}

type Rebuild = { account: number; keys: ReadonlySet<string>; now: string };

/** Derives the deliveries that have these keys, or are connected with them, from their evidence and the user's decisions. */
function rebuild(db: WriteDb, { account, keys, now }: Rebuild): DeliveryChanges {
  const evidence = connectedEvidence(db, account, keys);
  const derived = assemble(evidence);
  const known = new Set([...keys, ...derived.flatMap(({ key, orderKeys }) => [key, ...orderKeys])]);
  const stored = storedDeliveries(db, account, known);
  const decisions = decisionsOf(db, account, known);
  const byKey = new Map(stored.map((row) => [row.key, row]));
  const taken = new Set(derived.flatMap(({ key }) => byKey.get(key)?.id ?? []));
  const changes: DeliveryChanges = { account, created: [], updated: [], removed: [] };
  for (const each of derived) {
    const row = { ...each, ...decisionFor(decisions, each) };
    // The first parcel of an order goes on as the delivery that the order was.
    const order = each.orderKeys.map((key) => byKey.get(key)).find((found) => found && !taken.has(found.id));
    const before = byKey.get(each.key) ?? order;
    if (before) taken.add(before.id);
    const outcome = saveDelivery(db, { account, row, before, now });
    if (outcome.change) changes[outcome.change].push(outcome.delivery_id);
  }
  for (const { id, delivery_id } of stored.filter((row) => !taken.has(row.id))) {
    db.run(sql`DELETE FROM deliveries WHERE id = ${id}`);
    changes.removed.push(delivery_id);
  }
  return changes;
}

/** All evidence that names one of these keys, and what shares a key with that. */
function connectedEvidence(db: ReadDb, account: number, keys: ReadonlySet<string>): KnownEvidence[] {
  const found = new Map<number, KnownEvidence>();
  let next = [...keys];
  const seen = new Set(keys);
  while (next.length > 0 && found.size < maxEvidence) {
    const rows = db.all<{ id: number; data: string; message_id: string }>(sql`
      SELECT DISTINCT e.id, e.data, e.message_id FROM delivery_keys k JOIN delivery_evidence e ON e.id = k.evidence
      WHERE k.account = ${account} AND k.key IN (SELECT value FROM json_each(${jsonList(next)}))
      ORDER BY e.id LIMIT ${maxEvidence}`);
    next = [];
    for (const { id, data, message_id } of rows) {
      if (found.has(id)) continue;
      const evidence = JSON.parse(data) as Evidence;
      found.set(id, { ...evidence, id, message_id });
      for (const key of keysOf(evidence, message_id)) if (!seen.has(key)) next.push(key);
    }
    for (const key of next) seen.add(key);
  }
  return [...found.values()];
}

type Decision = { key: string; dismissed_at: string | null; resolved_at: string | null };

function decisionsOf(db: ReadDb, account: number, keys: ReadonlySet<string>): Map<string, Decision> {
  const rows = db.all<Decision>(sql`
    SELECT key, dismissed_at, resolved_at FROM delivery_decisions
    WHERE account = ${account} AND key IN (SELECT value FROM json_each(${jsonList([...keys])}))`);
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * What the user has said of a delivery. Its order was dismissed as a whole; an order that has arrived says so of the parcels that
 * were known then.
 */
function decisionFor(
  decisions: ReadonlyMap<string, Decision>,
  { key, orderKeys, first_event_at }: AssembledDelivery,
): Pick<Decision, 'dismissed_at' | 'resolved_at'> {
  const own = decisions.get(key);
  const ofOrders = orderKeys.flatMap((order) => (order === key ? [] : (decisions.get(order) ?? [])));
  const dismissed = ofOrders.find(({ dismissed_at }) => dismissed_at !== null);
  const resolved = ofOrders.find(({ resolved_at }) => resolved_at !== null && first_event_at <= resolved_at);
  return {
    dismissed_at: own?.dismissed_at ?? dismissed?.dismissed_at ?? null,
    resolved_at: own?.resolved_at ?? resolved?.resolved_at ?? null,
  };
}

type StoredDelivery = { id: number; delivery_id: string; key: string; state: string };

function storedDeliveries(db: ReadDb, account: number, keys: ReadonlySet<string>): StoredDelivery[] {
  return db.all<StoredDelivery>(sql`
    SELECT id, delivery_id, key, json_array(carrier, merchant, json(order_numbers), tracking_number, tracking_url,
      json(items), status, eta_from, eta_until, delivered_at, last_event_at, source, confidence, dismissed_at, resolved_at,
      (SELECT json_group_array(evidence) FROM (
        SELECT evidence FROM delivery_sources s WHERE s.delivery = deliveries.id ORDER BY evidence))) AS state
    FROM deliveries
    WHERE account = ${account} AND key IN (SELECT value FROM json_each(${jsonList([...keys])}))`);
}

type DeliveryRow = AssembledDelivery & Pick<Decision, 'dismissed_at' | 'resolved_at'>;
type Save = { account: number; row: DeliveryRow; before: StoredDelivery | undefined; now: string };
type Outcome = { delivery_id: string; change?: 'created' | 'updated' };

function saveDelivery(db: WriteDb, { account, row, before, now }: Save): Outcome {
  // What the user says comes before what mail says.
  const status = row.resolved_at === null ? row.status : 'delivered';
  const delivered_at = row.delivered_at ?? row.resolved_at;
  const { key, carrier, merchant, tracking_number, tracking_url, eta_from, eta_until, last_event_at } = row;
  const { source, confidence, dismissed_at, resolved_at } = row;
  const orders = JSON.stringify(row.order_numbers);
  const items = JSON.stringify(row.items);
  const sources = row.evidence.toSorted((a, b) => a - b);
  const what = [carrier, merchant, row.order_numbers, tracking_number, tracking_url, row.items];
  const when = [
    status,
    eta_from,
    eta_until,
    delivered_at,
    last_event_at,
    source,
    confidence,
    dismissed_at,
    resolved_at,
  ];
  const state = JSON.stringify([...what, ...when, sources]);
  if (before?.state === state && before.key === key) return { delivery_id: before.delivery_id };
  const delivery_id = before?.delivery_id ?? newDeliveryId(db, account, key);
  const { id } = db.get<{ id: number }>(sql`
    INSERT INTO deliveries (id, delivery_id, account, key, carrier, merchant, order_numbers, tracking_number, tracking_url, items,
      status, eta_from, eta_until, delivered_at, last_event_at, source, confidence, dismissed_at, resolved_at, created_at, updated_at)
    VALUES (${before?.id ?? null}, ${delivery_id}, ${account}, ${key}, ${carrier}, ${merchant}, ${orders}, ${tracking_number},
      ${tracking_url}, ${items}, ${status}, ${eta_from}, ${eta_until}, ${delivered_at}, ${last_event_at}, ${source},
      ${confidence}, ${dismissed_at}, ${resolved_at}, ${now}, ${now})
    ON CONFLICT (id) DO UPDATE SET key = excluded.key, carrier = excluded.carrier, merchant = excluded.merchant,
      order_numbers = excluded.order_numbers, tracking_number = excluded.tracking_number, tracking_url = excluded.tracking_url,
      items = excluded.items, status = excluded.status, eta_from = excluded.eta_from, eta_until = excluded.eta_until,
      delivered_at = excluded.delivered_at, last_event_at = excluded.last_event_at, source = excluded.source,
      confidence = excluded.confidence, dismissed_at = excluded.dismissed_at, resolved_at = excluded.resolved_at,
      updated_at = excluded.updated_at
    RETURNING id`) ?? { id: 0 };
  db.run(sql`DELETE FROM delivery_sources WHERE delivery = ${id}`);
  db.run(sql`
    INSERT INTO delivery_sources (delivery, evidence) SELECT ${id}, value FROM json_each(${jsonList(sources)})`);
  return { delivery_id, change: before ? 'updated' : 'created' };
}

/** The id follows from what the delivery is known by, so that it is the same after another scan of the same mail. */
function newDeliveryId(db: ReadDb, account: number, key: string): string {
  const owner = db.get<{ account_id: string }>(sql`SELECT account_id FROM accounts WHERE id = ${account}`);
  const name = ['delivery', owner?.account_id ?? '', key].join('\0');
  const id = nameId(name);
  // The delivery of an order may have gone on as its parcel.
  const isTaken = db.get(sql`SELECT 1 FROM deliveries WHERE delivery_id = ${id}`) !== undefined;
  return isTaken ? nameId(`${name}\0again`) : id;
}

/** A delivery by its public id, with its internal ids. */
export function findDelivery(
  db: ReadDb,
  delivery_id: string,
): { id: number; account: number; key: string; order_keys: string[] } | undefined {
  const row = db.get<{ id: number; account: number; key: string }>(
    sql`SELECT id, account, key FROM deliveries WHERE delivery_id = ${delivery_id}`,
  );
  if (!row) return undefined;
  const keys = db.all<{ key: string }>(sql`
    SELECT DISTINCT k.key FROM delivery_sources s JOIN delivery_keys k ON k.evidence = s.evidence
    WHERE s.delivery = ${row.id} AND k.key LIKE 'order:%'`);
  return { ...row, order_keys: keys.map(({ key }) => key) };
}

type DecisionChange = {
  decision: 'dismissed_at' | 'resolved_at';
  /** null takes it back. */
  at: string | null;
  now: string;
};

/** Stores what the user says of a delivery, and what follows. To be called in a transaction. */
export function decide(
  db: WriteDb,
  { account, key, order_keys }: { account: number; key: string; order_keys: readonly string[] },
  { decision, at, now }: DecisionChange,
): DeliveryChanges {
  const keys = new Set([key, ...(at === null ? order_keys : [])]);
  for (const each of keys) {
    const before = decisionsOf(db, account, new Set([each])).get(each);
    if (!before && at === null) continue;
    const next = {
      dismissed_at: before?.dismissed_at ?? null,
      resolved_at: before?.resolved_at ?? null,
      [decision]: at,
    };
    db.run(sql`
      INSERT INTO delivery_decisions (account, key, dismissed_at, resolved_at)
      VALUES (${account}, ${each}, ${next.dismissed_at}, ${next.resolved_at})
      ON CONFLICT (account, key) DO UPDATE SET dismissed_at = excluded.dismissed_at, resolved_at = excluded.resolved_at`);
  }
  db.run(sql`DELETE FROM delivery_decisions WHERE dismissed_at IS NULL AND resolved_at IS NULL`);
  return rebuild(db, { account, keys, now });
}
