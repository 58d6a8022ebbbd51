import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { activeDeliveries } from '../../mail/deliveries/record.ts';
import { openReadOnly, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { daemonWithDeliveries, deliver, deliveriesAre, deliveryMail } from './test-deliveries.ts';

const upsNumber = '1Z5R89390357567127';
const shopOrder = () =>
  deliveryMail({
    from: 'Amazon.de <order-update@amazon.de>',
    subject: 'Your Amazon.de order #302-1234567-7654321',
    text: 'Thank you for shopping with us.\nOrder #302-1234567-7654321\nShipping to: Ada\nEstimated delivery: March 12 - 14',
    id: 'order@amazon.de',
    minutesAgo: 4000,
  });
const shopShipped = (number = 'TBA300123456789', order = '302-1234567-7654321', id = 'shipped') =>
  deliveryMail({
    from: 'Amazon.de <shipment-tracking@amazon.de>',
    subject: `Your Amazon.de order #${order} has shipped`,
    text: `Your package is on its way.\nArriving: Thursday, March 12\nTracking number: ${number}`,
    id: `${id}@amazon.de`,
    minutesAgo: 2000,
  });
const carrierMail = (subject: string, fields: { id: string; minutesAgo: number; text?: string }) =>
  deliveryMail({
    from: 'UPS <mcinfo@ups.com>',
    subject,
    text: `Your parcel from Papeterie Lenoir. Tracking number: ${upsNumber}\n${fields.text ?? ''}`,
    ...fields,
  });

test('an order becomes its parcel, and the mail of the carrier says where it is', async (t) => {
  const daemon = await daemonWithDeliveries(t, [shopOrder()]);
  const [ordered] = await deliveriesAre(daemon, 'the order is found', ({ length }) => length === 1);
  assert.ok(ordered);
  assert.deepEqual(
    [ordered.status, ordered.merchant, ordered.order_number, ordered.tracking_number, ordered.source],
    ['ordered', 'Amazon', '302-1234567-7654321', null, 'heuristic'],
  );
  assert.deepEqual([ordered.eta_from, ordered.eta_until], ['2026-03-11T23:00:00.000Z', '2026-03-14T22:59:59.000Z']);
  await deliver(daemon, shopShipped());
  const [shipped, ...others] = await deliveriesAre(
    daemon,
    'it has shipped',
    ([first]) => first?.status === 'in_transit',
  );
  assert.ok(shipped);
  assert.deepEqual(others, []);
  assert.equal(shipped.id, ordered.id);
  assert.deepEqual([shipped.tracking_number, shipped.carrier], ['TBA300123456789', 'Amazon']);
  assert.equal(shipped.message_ids.length, 2);
  assert.deepEqual(
    shipped.events.map(({ status, quote }) => [status, quote]),
    [
      ['ordered', 'Your Amazon.de order #302-1234567-7654321'],
      ['in_transit', 'Your Amazon.de order #302-1234567-7654321 has shipped'],
    ],
  );
  const { delivery } = await daemon.ask('deliveries.get', { id: shipped.id });
  assert.deepEqual(delivery, shipped);
});

test('one delivery lists its source messages, oldest first (checklist 119)', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    carrierMail('Your parcel is on its way', { id: 'one@ups.com', minutesAgo: 900 }),
    carrierMail('Your parcel is out for delivery today', { id: 'two@ups.com', minutesAgo: 60 }),
  ]);
  const [found] = await deliveriesAre(daemon, 'both are known', ([first]) => first?.message_ids.length === 2);
  assert.ok(found);
  const { delivery } = await daemon.ask('deliveries.get', { id: found.id });
  assert.deepEqual(
    delivery.events.map(({ message_id, subject }) => [message_id, subject]),
    delivery.message_ids.map((id, at) => [
      id,
      ['Your parcel is on its way', 'Your parcel is out for delivery today'][at],
    ]),
  );
  assert.deepEqual(
    [delivery.carrier, delivery.merchant, delivery.tracking_number, delivery.tracking_host, delivery.status],
    ['UPS', 'Papeterie Lenoir', upsNumber, 'www.ups.com', 'out_for_delivery'],
  );
  assert.equal(delivery.eta_until, '2026-03-10T22:59:59.000Z');
});

test('an order of several parcels is several deliveries, and what is said of the order moves none of them', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    shopOrder(),
    shopShipped('TBA300123456789', '302-1234567-7654321', 'first'),
    shopShipped('TBA300123456790', '302-1234567-7654321', 'second'),
  ]);
  const both = await deliveriesAre(daemon, 'both parcels are found', ({ length }) => length === 2);
  assert.deepEqual(
    both.map(({ order_numbers }) => order_numbers),
    [['302-1234567-7654321'], ['302-1234567-7654321']],
  );
  await deliver(
    daemon,
    deliveryMail({
      from: 'Amazon.de <order-update@amazon.de>',
      subject: 'Delivered: Your Amazon.de order #302-1234567-7654321',
      text: 'Your package has been delivered.',
      id: 'delivered@amazon.de',
      minutesAgo: 5,
    }),
  );
  const after = await deliveriesAre(daemon, 'the mail is known', (all) =>
    all.every(({ message_ids }) => message_ids.length === 3),
  );
  assert.deepEqual(
    after.map(({ status }) => status),
    ['in_transit', 'in_transit'],
  );
});

test('late mail does not take a delivered parcel back', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    carrierMail('Your parcel has been delivered', { id: 'done@ups.com', minutesAgo: 300 }),
  ]);
  await deliveriesAre(daemon, 'it is delivered', ([first]) => first?.status === 'delivered');
  await deliver(daemon, carrierMail('Your parcel is on its way', { id: 'late@ups.com', minutesAgo: 10 }));
  const [late] = await deliveriesAre(daemon, 'the late mail is known', ([first]) => first?.message_ids.length === 2);
  assert.deepEqual([late?.status, late?.delivered_at], ['delivered', '2026-03-10T03:00:00.000Z']);
});

test('without a filter the active deliveries are listed, and an unknown filter is an error (checklist 118)', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    shopShipped(),
    carrierMail('Your parcel has been delivered', { id: 'done@ups.com', minutesAgo: 300 }),
  ]);
  await deliveriesAre(daemon, 'both are found', ({ length }) => length === 2);
  const numbersIn = async (input: object) =>
    (await daemon.ask('deliveries.list', input)).deliveries.map(({ tracking_number }) => tracking_number);
  assert.deepEqual(await numbersIn({}), ['TBA300123456789']);
  assert.deepEqual(await numbersIn({ filter: 'active' }), ['TBA300123456789']);
  assert.deepEqual(await numbersIn({ filter: 'delivered' }), [upsNumber]);
  assert.deepEqual(await numbersIn({ filter: 'all' }), ['TBA300123456789', upsNumber]);
  assert.deepEqual(await numbersIn({ filter: 'dismissed' }), []);
  await assert.rejects(daemon.dispatch('deliveries.list', { filter: 'lost' }, { origin: 'script' }), isInvalid);
});

test('a dismissed delivery does not come back with another scan, nor with further mail of it; undo brings it back (checklist 165)', async (t) => {
  const daemon = await daemonWithDeliveries(t, [shopOrder()]);
  const [found] = await deliveriesAre(daemon, 'it is found', ({ length }) => length === 1);
  assert.ok(found);
  assert.deepEqual(await daemon.ask('deliveries.dismiss', { id: found.id }), { ok: true });
  const counts = async () => {
    const { summary } = await daemon.ask('deliveries.scan', {});
    return [summary.created, summary.updated, summary.shortlisted];
  };
  assert.deepEqual(await counts(), [0, 0, 1]);
  assert.deepEqual((await daemon.ask('deliveries.list', { filter: 'all' })).deliveries, []);
  await deliver(daemon, shopShipped());
  const [dismissed] = await deliveriesAre(
    daemon,
    'its parcel is known',
    ([first]) => first?.message_ids.length === 2,
    'dismissed',
  );
  assert.equal(dismissed?.id, found.id);
  assert.deepEqual((await daemon.ask('deliveries.list', { filter: 'all' })).deliveries, []);
  await daemon.ask('deliveries.dismiss', { id: found.id, undo: true });
  const [again] = (await daemon.ask('deliveries.list', {})).deliveries;
  assert.deepEqual([again?.id, again?.dismissed_at, again?.status], [found.id, null, 'in_transit']);
});

test('a delivery that the user has received is delivered, whatever mail says later, until that is undone', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    carrierMail('Your parcel is on its way', { id: 'one@ups.com', minutesAgo: 900 }),
  ]);
  const [found] = await deliveriesAre(daemon, 'it is found', ({ length }) => length === 1);
  assert.ok(found);
  const { delivery } = await daemon.ask('deliveries.resolve', { id: found.id });
  assert.deepEqual([delivery.status, delivery.resolved_at], ['delivered', '2026-03-10T08:00:00.000Z']);
  assert.equal(delivery.delivered_at, delivery.resolved_at);
  await deliver(daemon, carrierMail('Your parcel is delayed', { id: 'two@ups.com', minutesAgo: 1 }));
  const [late] = await deliveriesAre(daemon, 'the mail is known', ([first]) => first?.message_ids.length === 2);
  assert.equal(late?.status, 'delivered');
  const undone = await daemon.ask('deliveries.resolve', { id: found.id, undo: true });
  assert.deepEqual(
    [undone.delivery.status, undone.delivery.resolved_at, undone.delivery.delivered_at],
    ['exception', null, null],
  );
});

test('a dry run finds exactly what a scan then finds, changes nothing and emits no event (checklist 156)', async (t) => {
  const daemon = await daemonWithDeliveries(
    t,
    [shopOrder(), shopShipped(), carrierMail('Your parcel is on its way', { id: 'one@ups.com', minutesAgo: 900 })],
    { config: '[deliveries]\nenabled = false\n' },
  );
  const db = openReadOnly(storeFiles(daemon.dataDir).mail);
  t.after(() => db.close());
  const counted = () =>
    db.get(sql`SELECT (SELECT count(*) FROM deliveries) AS a, (SELECT count(*) FROM delivery_evidence) AS b,
      (SELECT count(*) FROM jobs) AS c, (SELECT count(*) FROM delivery_unsettled) AS d`);
  const before = counted();
  const events = daemon.events.recordedEvents.length;
  const dry = await daemon.ask('deliveries.scan', { dry_run: true });
  assert.deepEqual(dry.summary, { scanned: 3, shortlisted: 3, created: 2, updated: 0, dry_run: true });
  assert.deepEqual(counted(), before);
  assert.equal(daemon.events.recordedEvents.length, events);
  const real = await daemon.ask('deliveries.scan', {});
  assert.deepEqual(real.summary, { ...dry.summary, dry_run: false });
  const again = await daemon.ask('deliveries.scan', {});
  assert.deepEqual([again.summary.created, again.summary.updated], [0, 0]);
});

test('without [deliveries].enabled mail is not looked through after a sync, but when the user asks for it (checklist 56)', async (t) => {
  const daemon = await daemonWithDeliveries(t, [shopOrder()], { config: '[deliveries]\nenabled = false\n' });
  await deliver(daemon, shopShipped());
  assert.deepEqual((await daemon.ask('deliveries.list', { filter: 'all' })).deliveries, []);
  const { summary } = await daemon.ask('deliveries.scan', {});
  assert.deepEqual(summary, { scanned: 2, shortlisted: 2, created: 1, updated: 0, dry_run: false });
  assert.equal((await daemon.ask('deliveries.list', {})).deliveries.length, 1);
});

test('a scan is a job with progress', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    shopOrder(),
    mail({ from: 'ben@people.example', subject: 'Hi', text: 'Hi' }),
  ]);
  await deliveriesAre(daemon, 'the order is found', ({ length }) => length === 1);
  await daemon.ask('deliveries.scan', { since_days: 30 });
  const { jobs } = await daemon.ask('jobs.list');
  const job = jobs.find(({ kind }) => kind === 'deliveries.scan');
  assert.deepEqual([job?.status, job?.progress.completed, job?.progress.total], ['succeeded', 2, 2]);
  await until('the end of the job is announced', async () =>
    daemon.events.all('OperationCompleted').some(({ operation_id }) => operation_id === job?.job_id),
  );
  const progress = daemon.events.all('OperationProgress').filter(({ operation_id }) => operation_id === job?.job_id);
  assert.deepEqual(progress.map(({ current, total }) => [current, total]).at(-1), [2, 2]);
});

test('structured data of a proven sender say what is ordered; those of others are not believed', async (t) => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ParcelDelivery',
    trackingNumber: 'KX44710926',
    carrier: { '@type': 'Organization', name: 'Kurier' },
    expectedArrivalFrom: '2026-03-12T17:00:00Z',
    expectedArrivalUntil: '2026-03-12T19:00:00Z',
    trackingUrl: 'https://track.kestrel.example/KX44710926',
    itemShipped: { '@type': 'Product', name: 'Resoled boots' },
    partOfOrder: {
      '@type': 'Order',
      orderNumber: '7731-L',
      merchant: { '@type': 'Organization', name: 'Kestrel & Wren' },
      orderStatus: 'https://schema.org/OrderInTransit',
    },
  };
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><p>Your boots are on their way home.</p>`;
  const sent = { from: 'Kestrel <boots@kestrel.example>', subject: 'Your order is on its way', text: '', html };
  const daemon = await daemonWithDeliveries(t, [
    deliveryMail({ ...sent, id: 'forged@kestrel.example', isProven: false, html: html.replaceAll('KX4471', 'KX9999') }),
    deliveryMail({ ...sent, id: 'boots@kestrel.example' }),
  ]);
  const [found, ...others] = await deliveriesAre(daemon, 'the boots are found', ({ length }) => length > 0);
  assert.ok(found);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [found.tracking_number, found.order_number, found.merchant, found.status, found.source, found.items],
    ['KX44710926', '7731-L', 'Kestrel & Wren', 'in_transit', 'schema', [{ name: 'Resoled boots', quantity: null }]],
  );
  assert.deepEqual([found.eta_from, found.eta_until], ['2026-03-12T17:00:00.000Z', '2026-03-12T19:00:00.000Z']);
  assert.equal(found.tracking_host, 'track.kestrel.example');
});

test('a delivery is known after its mail is deleted, and one of spam alone is not listed', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    carrierMail('Your parcel is on its way', { id: 'one@ups.com', minutesAgo: 900 }),
    shopShipped(),
  ]);
  const all = await deliveriesAre(daemon, 'both are found', ({ length }) => length === 2);
  const ofShop = all.find(({ merchant }) => merchant === 'Amazon');
  const ofCarrier = all.find(({ carrier }) => carrier === 'UPS');
  assert.ok(ofShop && ofCarrier);
  await daemon.ask('mutations.spam', { message_ids: ofShop.message_ids });
  await deliveriesAre(daemon, 'the one in spam is gone', ({ length }) => length === 1);
  daemon.server('ada').control.expunge('INBOX', 1);
  await daemon.resync();
  const [kept] = await deliveriesAre(daemon, 'the mail is gone', ([first]) => first?.message_ids.length === 0);
  assert.deepEqual([kept?.id, kept?.status, kept?.thread_id], [ofCarrier.id, 'in_transit', null]);
});

test('what is under way is given with the message that told of it last, for to-dos', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    shopOrder(),
    shopShipped(),
    carrierMail('Your parcel has been delivered', { id: 'done@ups.com', minutesAgo: 300 }),
  ]);
  const all = await deliveriesAre(daemon, 'both are found', ({ length }) => length === 2);
  const shipped = all.find(({ merchant }) => merchant === 'Amazon');
  const db = openReadOnly(storeFiles(daemon.dataDir).mail);
  t.after(() => db.close());
  const accounts = db.all<{ id: number }>(sql`SELECT id FROM accounts`);
  assert.deepEqual(
    activeDeliveries(db, accounts, daemon.clock.now()).map(({ delivery_id, status, message_id, thread_id }) => [
      delivery_id,
      status,
      message_id,
      thread_id,
    ]),
    [[shipped?.id, 'in_transit', shipped?.message_ids.at(-1), shipped?.thread_id]],
  );
});

test('a delivery of which nothing is heard for a month is expired', async (t) => {
  const daemon = await daemonWithDeliveries(t, [
    carrierMail('Your parcel is on its way', { id: 'one@ups.com', minutesAgo: 40 * 24 * 60 }),
  ]);
  const [found] = await deliveriesAre(daemon, 'it is found', ({ length }) => length === 1);
  assert.equal(found?.status, 'expired');
  assert.deepEqual((await daemon.ask('deliveries.list', {})).deliveries, []);
});

test('agents that may only read see deliveries and change none; accounts that are hidden from them have none', async (t) => {
  const daemon = await daemonWithDeliveries(t, [shopShipped()], {
    config: '[agents.profiles.agent]\nsafety_policy = "read-only"\n',
  });
  const [found] = await deliveriesAre(daemon, 'it is found', ({ length }) => length === 1);
  assert.ok(found);
  const agent = { origin: 'agent' as const };
  await assert.rejects(daemon.ask('deliveries.dismiss', { id: found.id }, agent), isRefused);
  await assert.rejects(daemon.ask('deliveries.scan', {}, agent), isRefused);
  const unknown = { id: '00000000-0000-4000-8000-000000000000' };
  for (const name of ['deliveries.get', 'deliveries.resolve', 'deliveries.dismiss'] as const)
    await assert.rejects(daemon.ask(name, unknown), isMissing);
});

test('the same mail is scanned once after a crash, and newer mail after it', async (t) => {
  const first = await daemonWithDeliveries(t, [shopOrder()]);
  await deliveriesAre(first, 'it is found', ({ length }) => length === 1);
  await first.close();
  const second = await testDaemon(t, {
    dataDir: first.dataDir,
    prepare: (providers) => [shopOrder(), shopShipped()].forEach((each) => providers.get('ada')!.control.deliver(each)),
  });
  await second.synced();
  const [shipped, ...others] = await deliveriesAre(second, 'it has shipped', ([one]) => one?.status === 'in_transit');
  assert.deepEqual([others.length, shipped?.message_ids.length], [0, 2]);
});

const isFailure = (kind: string) => (failed: unknown) => failed instanceof Failure && failed.kind === kind;
const isInvalid = isFailure('invalid');
const isRefused = (failed: unknown) => failed instanceof Failure && failed.code === 'policy';
const isMissing = isFailure('missing');
