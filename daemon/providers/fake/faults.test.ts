import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { ProviderErrorReason } from '../provider.ts';
import { createFakeProvider } from './provider.ts';
import { batchesOf, unabortedSignal, sourcesOf } from './test-read-mail.ts';

const clock = movableClock('2026-04-14T10:00:00Z');
const open = (count = 0) =>
  createFakeProvider({ key: 'ada', email: 'ada@engine.example', name: 'Ada', seed: 1, count, clock });
const rawMessage = (name: string) =>
  Buffer.from(`Message-ID: <${name}@x.example>\r\nSubject: ${name}\r\n\r\nHello.\r\n`);

const fails = (reason: ProviderErrorReason) => (error: unknown) =>
  error instanceof ProviderError && error.reason === reason;

test('a fault occurs the given number of times, or until it is cleared', async () => {
  const { control, ...provider } = open();
  control.fault({ kind: 'offline', times: 2 });
  await assert.rejects(provider.folders(unabortedSignal()), fails('offline'));
  await assert.rejects(provider.apply([], unabortedSignal()), fails('offline'));
  assert.equal((await provider.folders(unabortedSignal())).length, 9);

  control.fault({ kind: 'auth' });
  for (let again = 0; again < 3; again++) await assert.rejects(provider.apply([], unabortedSignal()), fails('auth'));
  control.clearFaults();
  assert.deepEqual(await provider.apply([], unabortedSignal()), []);
});

test('a fault can occur every third time', async () => {
  const { control, ...provider } = open();
  control.fault({ kind: 'busy', every: 3 });
  const answers: boolean[] = [];
  for (let again = 0; again < 6; again++)
    answers.push(
      await provider.folders(unabortedSignal()).then(
        () => true,
        () => false,
      ),
    );
  assert.deepEqual(answers, [true, true, false, true, true, false]);
});

test('slow waits on the clock, and no longer than the signal', async () => {
  const provider = open();
  provider.control.fault({ kind: 'slow', ms: 5000 });
  let hasAnswered = false;
  const answer = provider.folders(unabortedSignal()).then(() => (hasAnswered = true));
  clock.advance(4999);
  await new Promise(setImmediate);
  assert.equal(hasAnswered, false);
  clock.advance(1);
  assert.equal(await answer, true);

  const abort = new AbortController();
  const waiting = provider.folders(abort.signal);
  abort.abort();
  await assert.rejects(waiting);
});

test('drop-mid-batch loses the connection after the first batch, and halfway through sources', async () => {
  const provider = open(300);
  const places = (await batchesOf(provider)).flatMap(({ arrivals }) => arrivals).slice(0, 10);
  let receivedCount = 0;
  provider.control.fault({ kind: 'drop-mid-batch', times: 2 });
  await assert.rejects(async () => {
    for await (const _ of provider.changes({}, unabortedSignal())) receivedCount++;
  }, fails('offline'));
  assert.equal(receivedCount, 1);
  await assert.rejects(async () => {
    for await (const _ of provider.sources(places, unabortedSignal())) receivedCount++;
  }, fails('offline'));
  assert.equal(receivedCount, 6);
});

test('a part of another message is never returned in place of the requested one', async () => {
  const provider = open();
  const ref = provider.control.deliver(rawMessage('asked for'));
  provider.control.fault({ kind: 'wrong-bytes', times: 1 });
  await assert.rejects(provider.part(ref, '1', unabortedSignal()), fails('refused'));
  assert.deepEqual(await (await provider.part(ref, '1', unabortedSignal())).toArray(), [Buffer.from('Hello.\r\n')]);
});

test('another message is detected even if only the placement of the right one is known', async () => {
  const provider = open();
  const ref = provider.control.deliver(rawMessage('asked for'));
  provider.control.fault({ kind: 'wrong-bytes', times: 1 });
  const [wrong] = await sourcesOf(provider, [ref]);
  assert.match(wrong?.error ?? '', /another message/);
});

test('closing ends a watch', async () => {
  const provider = open();
  const next = provider.watch(unabortedSignal())[Symbol.asyncIterator]().next();
  await provider.close();
  assert.equal((await next).done, true);
});

test('calls are counted by method', async () => {
  const provider = open();
  await provider.folders(unabortedSignal());
  await batchesOf(provider);
  await batchesOf(provider);
  const { folders, changes, sources } = provider.control.calls;
  assert.deepEqual({ folders, changes, sources }, { folders: 1, changes: 2, sources: 0 });
});
