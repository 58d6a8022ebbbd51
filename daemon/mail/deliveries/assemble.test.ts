import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../test-run-count.ts';
import { assemble, type KnownEvidence } from './assemble.ts';
import { deliveryStatuses, evidenceReasons, type DeliveryStatus } from './delivery.ts';

function evidence(id: number, fields: Partial<KnownEvidence>): KnownEvidence {
  return {
    id,
    message_id: `message-${id}`,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    merchant: null,
    merchant_domain: 'shop.example',
    order_numbers: [],
    status: 'in_transit',
    at: `2026-03-${String(id).padStart(2, '0')}T08:00:00.000Z`,
    eta: null,
    items: [],
    source: 'heuristic',
    reason: 'carrier',
    confidence: 0.9,
    quote: null,
    ...fields,
  };
}

/** The state after mail of a carrier with these states, one a day. */
function stateAfter(...statuses: DeliveryStatus[]): DeliveryStatus | undefined {
  return assemble(statuses.map((status, at) => evidence(at + 1, { status, tracking_number: 'N1' })))[0]?.status;
}

test('a state only advances, unless a later message says that something went wrong', () => {
  assert.equal(stateAfter('ordered', 'in_transit', 'out_for_delivery', 'delivered'), 'delivered');
  assert.equal(stateAfter('out_for_delivery', 'in_transit'), 'out_for_delivery');
  assert.equal(stateAfter('delivered', 'in_transit', 'ordered'), 'delivered');
  assert.equal(stateAfter('out_for_delivery', 'attempt_fail'), 'attempt_fail');
  assert.equal(stateAfter('attempt_fail', 'out_for_delivery', 'delivered'), 'delivered');
  assert.equal(stateAfter('exception', 'in_transit'), 'in_transit');
  assert.equal(stateAfter('delivered', 'exception'), 'exception');
  assert.equal(stateAfter('delivered', 'returned', 'delivered'), 'returned');
});

test('only who knows where a parcel is takes its delivery back', () => {
  const delivered = evidence(1, { status: 'delivered', tracking_number: 'N1' });
  const late = evidence(2, { status: 'exception', tracking_number: 'N1', reason: 'shop' });
  assert.equal(assemble([delivered, late])[0]?.status, 'delivered');
});

test('parcels and orders are many-to-many', () => {
  const found = assemble([
    evidence(1, { order_numbers: ['A'], status: 'ordered', items: [{ name: 'Boots', quantity: 1 }] }),
    evidence(2, { order_numbers: ['B'], status: 'ordered' }),
    evidence(3, { order_numbers: ['C'], status: 'ordered' }),
    evidence(4, { order_numbers: ['A', 'B'], tracking_number: 'N1' }),
    evidence(5, { order_numbers: ['A'], tracking_number: 'N2' }),
  ]);
  assert.deepEqual(
    found.map(({ key, order_numbers, status, items }) => [key, order_numbers, status, items.length]),
    [
      ['parcel:N1', ['A', 'B'], 'in_transit', 1],
      ['parcel:N2', ['A'], 'in_transit', 1],
      ['order:shop.example:C', ['C'], 'ordered', 0],
    ],
  );
});

test('the same order number of another shop is another order', () => {
  const found = assemble([
    evidence(1, { order_numbers: ['A'], tracking_number: 'N1' }),
    evidence(2, { order_numbers: ['A'], merchant_domain: 'other.example', status: 'delivered' }),
  ]);
  assert.deepEqual(
    found.map(({ key, status }) => [key, status]),
    [
      ['parcel:N1', 'in_transit'],
      ['order:other.example:A', 'delivered'],
    ],
  );
});

test('the order in which messages are stored does not matter', () => {
  const one = fc.record({
    tracking_number: fc.constantFrom(null, 'N1', 'N2'),
    order_numbers: fc.uniqueArray(fc.constantFrom('A', 'B', 'C'), { maxLength: 2 }),
    status: fc.constantFrom(...deliveryStatuses),
    reason: fc.constantFrom(...evidenceReasons),
    merchant: fc.constantFrom(null, 'Shop', 'Other'),
  });
  fc.assert(
    fc.property(
      fc
        .array(one, { minLength: 1, maxLength: 8 })
        .map((all) => all.map((each, at) => evidence(at + 1, each)))
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const sorted = (list: readonly KnownEvidence[]) =>
          assemble(list)
            .map((each) => ({
              ...each,
              orderKeys: each.orderKeys.toSorted(),
              order_numbers: each.order_numbers.toSorted(),
            }))
            .toSorted((a, b) => (a.key < b.key ? -1 : 1));
        assert.deepEqual(sorted(shuffled), sorted(all));
        for (const { key } of all.flatMap((each) =>
          each.tracking_number ? [{ key: `parcel:${each.tracking_number}` }] : [],
        ))
          assert.ok(assemble(all).some((found) => found.key === key));
      },
    ),
    { numRuns: runCount(200) },
  );
});
