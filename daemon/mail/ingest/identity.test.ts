import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { runCount } from '../../test-run-count.ts';
import { messageIdOf } from './identity.ts';

const account = '5f0d3a0c-6f8e-5b1a-9d57-0e6c6f2c1b11';
const idOf = (bytes: Uint8Array) => messageIdOf(account, { bytes });

type Sample = { id: number; minutesAgo: number; subject: string; text: string };

/** Few values, so that samples often agree in some of their parts. */
const sample: fc.Arbitrary<Sample> = fc.record({
  id: fc.integer({ min: 0, max: 1 }),
  minutesAgo: fc.integer({ min: 1, max: 2 }),
  subject: fc.constantFrom('Alarm', 'Invitation: Lunch', 'Re: Lunch'),
  text: fc.constantFrom('Seven', 'Eight', 'Seven \nEight', 'Seven\nEight', ' Seven', 'x'.repeat(300)),
});

function render({ id, minutesAgo, subject, text }: Sample, headers: Record<string, string> = {}): Buffer {
  return mail({ from: 'Eve <eve@example.test>', subject, text, id: `${id}@example.test`, minutesAgo, headers });
}

/** What other programs do to a copy of a message. */
const variants: ((one: Sample) => Buffer)[] = [
  (one) => render(one),
  (one) => render(one, { 'X-Spam-Score': '0'.repeat(400) }),
  (one) => render(one, { 'List-Id': 'Readers <readers.example.test>' }),
  (one) => Buffer.from(render(one).toString().replaceAll('\r\n', '\n')),
  (one) => Buffer.from(`${render(one).toString()}\r\n \r\n`),
];
const variant = fc.constantFrom(...variants);

test('messages have one id if and only if their content is the same', () => {
  fc.assert(
    fc.property(sample, sample, variant, variant, (one, other, change, otherChange) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      assert.equal(idOf(change(one)) === idOf(otherChange(other)), isSame);
    }),
    { numRuns: runCount(2_000) },
  );
});

test('without a Message-ID or a date, every byte but the line endings counts', () => {
  const alarm = (headers: Record<string, string>) =>
    mail({ from: 'device@example.test', subject: 'Alarm', text: 'It is hot.', headers });
  const monday = alarm({ Received: 'by mx.example.test id 1' });
  const tuesday = alarm({ Received: 'by mx.example.test id 2' });
  assert.notEqual(idOf(monday), idOf(tuesday));
  assert.equal(idOf(monday), idOf(Buffer.from(monday.toString().replaceAll('\r\n', '\n'))));
  const undated = (id: string) => alarm({ 'Message-ID': '<same@device.example>', Date: 'never', Received: id });
  assert.notEqual(idOf(undated('by mx id 1')), idOf(undated('by mx id 2')));
});

test('a part that is left on the server counts by its size', () => {
  const bytes = render({ id: 1, minutesAgo: 1, subject: 'Plan', text: 'Attached.' });
  const idWith = (start: number, length: number) =>
    messageIdOf(account, { bytes, missingRanges: [{ part: '2', start, length }] });
  assert.equal(idWith(300, 500_000), idWith(340, 500_000));
  assert.notEqual(idWith(300, 500_000), idWith(300, 500_001));
  assert.notEqual(idWith(300, 500_000), idOf(bytes));
});

/** All messages from Eve, by id, with their texts. */
async function stored(daemon: TestDaemon): Promise<Map<string, string>> {
  const { groups } = await daemon.ask('search.find', { q: 'from:eve@example.test', scope: 'messages', limit: 1000 });
  const texts = new Map<string, string>();
  for (const { id } of groups.flatMap(({ rows }) => rows)) {
    const { body } = await daemon.ask('messages.body', { message_id: id });
    texts.set(id, body.text_plain?.trim() ?? '');
  }
  return texts;
}

/** Copies of samples in folders, in the order in which they arrive. */
type Delivery = { one: Sample; change: (one: Sample) => Buffer; folder: string };

async function storeInOrder(t: TestContext, deliveries: readonly Delivery[]): Promise<Map<string, string>> {
  const daemon = await testDaemon(t);
  await daemon.synced();
  for (const { one, change, folder } of deliveries) {
    daemon.clock.advance(1_000);
    daemon.server('ada').control.deliver(change(one), { folder });
    await daemon.resync();
  }
  const messages = await stored(daemon);
  await daemon.close();
  return messages;
}

test('the same ids result from any order of arrival, one for each content', async (t) => {
  const delivery = fc.record({ one: sample, change: variant, folder: fc.constantFrom('INBOX', 'Archive') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(delivery, { minLength: 3, maxLength: 6 }).chain((deliveries) =>
        fc.record({
          deliveries: fc.constant(deliveries),
          reordered: fc.shuffledSubarray(deliveries, { minLength: deliveries.length, maxLength: deliveries.length }),
        }),
      ),
      async ({ deliveries, reordered }) => {
        const first = await storeInOrder(t, deliveries);
        const second = await storeInOrder(t, reordered);
        assert.deepEqual(second, first);
        assert.equal(first.size, new Set(deliveries.map(({ one }) => JSON.stringify(one))).size);
        assert.deepEqual(
          new Set([...first.values()].map((text) => text.replaceAll(/\s+/g, ' '))),
          new Set(deliveries.map(({ one }) => one.text.trim().replaceAll(/\s+/g, ' '))),
        );
      },
    ),
    { numRuns: 2, seed: 7, endOnFailure: true },
  );
});
