import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock, systemClock } from '../../base/clock.ts';
import { bytesInUse } from '../../test-memory.ts';
import { providerConformance } from '../conformance.ts';
import type { Harness } from '../conformance.ts';
import { demoAccounts } from '../../demo/accounts.ts';
import { faultKinds } from './faults.ts';
import { createPause } from './pause.ts';
import { createFakeProvider } from './provider.ts';
import type { Fault, FakeProvider } from './provider.ts';
import { batchesOf, cursorsOf, readAllMail, unabortedSignal, sourcesOf } from './test-read-mail.ts';
import { retryingProvider } from './test-retrying-provider.ts';

const account = { key: 'ada', email: 'ada.lovelace@engine.example', name: 'Ada', seed: 1815, count: 300 };
const anchor = new Date('2026-04-14T10:00:00Z');

/** Temporary faults: a client that retries receives everything in the end. */
const transientFaults: Fault[] = [
  { kind: 'offline', every: 3 },
  { kind: 'auth', times: 2 },
  { kind: 'busy', every: 3 },
  { kind: 'slow', ms: 1 },
  { kind: 'drop-mid-batch', every: 2 },
  { kind: 'lost-watch', times: 2 },
  { kind: 'folder-trouble', times: 2 },
  { kind: 'refuse-message', every: 2 },
  { kind: 'wrong-bytes', every: 2 },
  { kind: 'duplicate-arrivals' },
  { kind: 'unordered-arrivals' },
];

providerConformance('fake', async () => harnessOf(emptyProvider()), { many: 250, faults: faultKinds });
for (const fault of transientFaults) {
  const open = async () => {
    const provider = emptyProvider(20);
    provider.control.fault(fault);
    return { ...harnessOf(provider), provider: retryingProvider(provider) };
  };
  providerConformance(`fake with fault ${fault.kind}`, open, { many: 50 });
}

function emptyProvider(batchSize?: number): FakeProvider {
  return createFakeProvider({ ...account, count: 0, clock: systemClock, ...(batchSize && { batchSize }) });
}

function harnessOf(provider: FakeProvider): Harness {
  const { control } = provider;
  return {
    provider,
    deliver: async (folder, bytes, flags) => void control.deliver(bytes, { folder, ...(flags && { flags }) }),
    setFlags: async (folder, uid, flags) => control.setFlags(folder, uid, flags),
    expunge: async (folder, uid) => control.expunge(folder, uid),
    move: async (folder, uids, to) => uids.forEach((uid) => control.move(folder, uid, to)),
    resetFolder: async (folder) => control.resetFolder(folder),
    faults: { inject: async (fault) => control.fault(fault), clear: async () => control.clearFaults() },
    close: () => provider.close(),
  };
}

test('the same seed, count and anchor give the same mail, byte for byte', async () => {
  const mail = () => readAllMail(createFakeProvider({ ...account, clock: systemClock, anchor }));
  assert.deepEqual(await mail(), await mail());
});

test('another seed gives other mail', async () => {
  const texts = async (seed: number) =>
    (await readAllMail(createFakeProvider({ ...account, seed, clock: systemClock, anchor }))).map(({ raw }) => raw);
  const first = new Set(await texts(1));
  assert.equal((await texts(2)).filter((raw) => first.has(raw)).length, 0);
});

test('a message has the same bytes whatever was read before it', async () => {
  const whole = await readAllMail(createFakeProvider({ ...account, clock: systemClock, anchor }));
  const fresh = createFakeProvider({ ...account, clock: systemClock, anchor });
  for (const mail of [whole[200], whole[7], whole[299]]) {
    assert.ok(mail);
    const [source] = await sourcesOf(fresh, [mail]);
    assert.equal(Buffer.from(source?.bytes ?? []).toString('latin1'), mail.raw);
  }
});

test('a restarted provider uses the anchor of its cursors, not its clock', async () => {
  const clock = movableClock(anchor);
  const first = createFakeProvider({ ...account, clock });
  const batches = await batchesOf(first);
  const ref = batches.flatMap(({ arrivals }) => arrivals)[5];
  assert.ok(ref);
  const before = await sourcesOf(first, [ref]);
  clock.advance(3 * 86_400_000);

  const again = createFakeProvider({ ...account, clock });
  const after = await batchesOf(again, cursorsOf(batches));
  assert.deepEqual(
    after.flatMap(({ arrivals, reset }) => [...arrivals, reset]),
    [],
  );
  assert.deepEqual(await sourcesOf(again, [ref]), before);

  const reading = createFakeProvider({ ...account, clock });
  assert.deepEqual(await sourcesOf(reading, [ref]), before, 'a ref alone contains the anchor too');
});

test('cursors of a mailbox of another size cause a reset to the new one', async () => {
  const clock = movableClock(anchor);
  const cursors = cursorsOf(await batchesOf(createFakeProvider({ ...account, clock })));
  clock.advance(60_000);
  const batches = await batchesOf(createFakeProvider({ ...account, count: 350, clock }), cursors);
  assert.ok(batches.some(({ reset }) => reset?.folder === 'INBOX'));
  assert.equal(batches.flatMap(({ arrivals }) => arrivals).length, 350);
});

test('operations on a message that an earlier process moved are accepted', async () => {
  const clock = movableClock(anchor);
  const first = createFakeProvider({ ...account, clock });
  const batches = await batchesOf(first);
  const ref = batches.flatMap(({ arrivals }) => arrivals).find(({ folder }) => folder === 'INBOX');
  assert.ok(ref);
  const [outcome] = await first.apply([{ do: 'move', ref, to: 'Archive' }], unabortedSignal());
  assert.ok(outcome?.ok && outcome.moved_to);
  const cursors = { ...cursorsOf(batches), ...cursorsOf(await batchesOf(first, cursorsOf(batches))) };

  const again = createFakeProvider({ ...account, clock });
  await batchesOf(again, cursors);
  const star = { do: 'flags' as const, ref: outcome.moved_to, add: ['\\Flagged'], remove: [] };
  assert.deepEqual(await again.apply([star], unabortedSignal()), [{ ok: true }]);
  const [source] = await sourcesOf(again, [outcome.moved_to]);
  assert.match(source?.error ?? '', /was restarted/);
  const delivered = again.control.deliver({
    from: { name: 'Ines', email: 'ines@aubert.example' },
    subject: 'New',
    text: 'New',
    folder: 'Archive',
  });
  assert.ok(delivered.uid > outcome.moved_to.uid, 'a uid is not assigned twice');
});

test('a described mail is delivered as a reply, at the time of the clock', async () => {
  const clock = movableClock(anchor);
  const provider = createFakeProvider({ ...account, count: 0, clock });
  clock.advance(90_000);
  provider.control.deliver({
    from: { name: 'Ines Aubert', email: 'ines@aubert.example' },
    subject: 'Re: Straße',
    text: 'One\nTwo',
    inReplyTo: 'a@b.example',
  });
  const [mail] = await readAllMail(provider);
  assert.equal(mail?.received.toISOString(), '2026-04-14T10:01:30.000Z');
  assert.match(mail.raw, /In-Reply-To: <a@b\.example>\r\nReferences: <a@b\.example>\r\n/);
  assert.match(mail.raw, /To: Ada Lovelace <ada\.lovelace@engine\.example>\r\n/);
  assert.match(mail.raw, /\r\n\r\nOne\r\nTwo\r\n$/);
});

test('200,000 messages are planned in few steps, written only on request, and need little memory', async () => {
  const [personal, work] = demoAccounts(200_000);
  const before = bytesInUse();
  for (const each of [personal, work]) {
    const { pause, pauses } = countingPause();
    const provider = createFakeProvider({ ...each, clock: systemClock, anchor, pause });
    for await (const batch of provider.changes({}, unabortedSignal())) {
      assert.equal(batch.arrivals.length, 200);
      break;
    }
    assert.ok(pauses() < 5_000, `${pauses()} pauses`);
    const used = bytesInUse() - before;
    assert.ok(used < 120 * 2 ** 20, `${used} bytes`);
  }
});

test('a long first sync can pause at every message, and yields the thread after five milliseconds', async () => {
  const { pause, pauses } = countingPause();
  await batchesOf(createFakeProvider({ ...account, count: 5000, clock: systemClock, anchor, pause }));
  assert.ok(pauses() >= 5000, `${pauses()} pauses`);

  let time = 0;
  const paced = createPause({ now: () => time });
  const isThreadGivenAt = async (ms: number) => {
    time = ms;
    let isGiven = false;
    setImmediate(() => (isGiven = true));
    await paced(unabortedSignal());
    return isGiven;
  };
  for (const [ms, isGiven] of [
    [4, false],
    [5, true],
    [9, false],
    [10, true],
  ] as const)
    assert.equal(await isThreadGivenAt(ms), isGiven, `at ${ms} ms`);
});

function countingPause() {
  let count = 0;
  return {
    pause: async (signal: AbortSignal) => {
      count++;
      signal.throwIfAborted();
    },
    pauses: () => count,
  };
}
