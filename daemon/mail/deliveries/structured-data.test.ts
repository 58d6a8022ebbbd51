import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceInSchema } from './schema-evidence.ts';
import { nodesOf, structuredData, textOf } from './structured-data.ts';

const context = { domain: 'shop.example', sentAt: '2026-03-10T08:00:00.000Z', zone: 'Europe/Berlin' };

test('microdata are read, nested and unclosed', () => {
  const [order] = structuredData(`
    <div itemscope itemtype="http://schema.org/ParcelDelivery">
      <meta itemprop="trackingNumber" content="KX 4471 0926">
      <p>Comes <span itemprop="expectedArrivalUntil">2026-03-12</span>
      <div itemprop="carrier" itemscope itemtype="http://schema.org/Organization"><b itemprop="name">Royal Mail</b></div>
      <div itemprop="partOfOrder" itemscope itemtype="http://schema.org/Order">
        <meta itemprop="orderNumber" content="7731-L"/>
        <div itemprop="merchant" itemscope><span itemprop="name">Kestrel &amp; Wren</span></div>
      </div>
    </div>`);
  assert.deepEqual([order?.types, textOf(order, 'trackingNumber')], [['ParcelDelivery'], 'KX 4471 0926']);
  assert.equal(textOf(nodesOf(order, 'partOfOrder')[0], 'merchant'), 'Kestrel & Wren');
  const [found] = evidenceInSchema(order ? [order] : [], context);
  assert.deepEqual(
    [found?.tracking_number, found?.carrier, found?.merchant, found?.order_numbers, found?.eta],
    [
      'KX44710926',
      'Royal Mail',
      'Kestrel & Wren',
      ['7731-L'],
      { from: '2026-03-11T23:00:00.000Z', until: '2026-03-12T22:59:59.000Z' },
    ],
  );
});

test('an order with several parcels in a graph is several', () => {
  const parcel = (trackingNumber: string) => ({ '@type': 'ParcelDelivery', trackingNumber });
  const data = {
    '@graph': [
      { '@type': 'Order', orderNumber: '20417', orderDelivery: [parcel('N1001'), parcel('N1002')] },
      {
        '@type': ['Order'],
        orderNumber: '20418',
        orderStatus: 'http://schema.org/OrderCancelled',
        orderDelivery: parcel('N1003'),
      },
      { '@type': 'Order', orderNumber: '20419', orderStatus: 'OrderProcessing' },
    ],
  };
  const found = evidenceInSchema(
    structuredData(`<script type="application/ld+json">${JSON.stringify(data)}</script>`),
    context,
  );
  assert.deepEqual(
    found.map(({ tracking_number, order_numbers }) => [tracking_number, order_numbers]),
    [
      ['N1001', ['20417']],
      ['N1002', ['20417']],
    ],
  );
});

test('a link that leads elsewhere, a date of another year and a long text are not taken over', () => {
  const data = {
    '@type': 'ParcelDelivery',
    trackingNumber: 'N1001',
    trackingUrl: 'https://evil.example/N1001',
    expectedArrivalUntil: '2036-03-12T00:00:00Z',
    carrier: 'x'.repeat(10_000),
  };
  const [found] = evidenceInSchema(
    structuredData(`<script type="application/ld+json">${JSON.stringify(data)}</script>`),
    context,
  );
  assert.deepEqual([found?.tracking_url, found?.eta, found?.carrier?.length], [null, null, 80]);
});

test('broken and hostile data give nothing and cost little', () => {
  const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  for (const html of [
    '<script type="application/ld+json">{not json</script>',
    `<script type="application/ld+json">${nested}</script>`,
    `<script type="application/ld+json">${'['.repeat(50_000)}</script>`,
    '<div itemscope itemtype="http://schema.org/Order">'.repeat(20_000),
    '<div itemscope><p itemprop="x">'.repeat(20_000),
    '</div>'.repeat(50_000),
    '<script type="application/ld+json">',
  ])
    assert.deepEqual(evidenceInSchema(structuredData(html), context), []);
});
