import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { TroubleReason } from '../provider.ts';
import { createFakeProvider } from './provider.ts';
import { batchesOf, never, sourcesOf } from './reading.ts';

const clock = movableClock('2026-04-14T10:00:00Z');
const open = (count = 300) =>
  createFakeProvider({ key: 'ada', email: 'ada@engine.example', name: 'Ada', seed: 1, count, clock });

const fails = (reason: TroubleReason) => (error: unknown) => error instanceof ProviderError && error.reason === reason;

for (const kind of ['offline', 'auth', 'busy'] as const)
  test(`${kind} fails every verb, as often as asked, until cleared`, async () => {
    const provider = open();
    const { control } = provider;
    control.fault({ kind, times: 2 });
    await assert.rejects(provider.folders(never()), fails(kind));
    await assert.rejects(batchesOf(provider), fails(kind));
    assert.equal((await provider.folders(never())).length, 9);

    control.fault({ kind });
    await assert.rejects(provider.apply([], never()), fails(kind));
    await assert.rejects(provider.append('INBOX', Buffer.from('x'), [], never()), fails(kind));
    await assert.rejects(provider.search({ text: 'x' }, never()), fails(kind));
    control.clearFaults();
    assert.deepEqual(await provider.apply([], never()), []);
  });

test('slow waits on the clock, and no longer than the signal', async () => {
  const provider = open();
  provider.control.fault({ kind: 'slow', ms: 5000 });
  let hasAnswered = false;
  const answer = provider.folders(never()).then(() => (hasAnswered = true));
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

test('drop-mid-batch loses the line after the first batch, and the next sync goes on', async () => {
  const provider = open();
  provider.control.fault({ kind: 'drop-mid-batch', times: 1 });
  const cursors: Record<string, string> = {};
  let given = 0;
  await assert.rejects(async () => {
    for await (const { stream, cursor, arrivals } of provider.changes(cursors, never())) {
      given += arrivals.length;
      if (cursor !== undefined) cursors[stream] = cursor;
    }
  }, fails('offline'));
  assert.ok(given > 0 && given < 300);
  const rest = await batchesOf(provider, cursors);
  assert.equal(given + rest.flatMap(({ arrivals }) => arrivals).length, 300);
});

test('drop-mid-batch loses the line halfway through sources', async () => {
  const provider = open();
  const refs = (await batchesOf(provider)).flatMap(({ arrivals }) => arrivals).slice(0, 10);
  provider.control.fault({ kind: 'drop-mid-batch', times: 1 });
  let given = 0;
  await assert.rejects(async () => {
    for await (const _ of provider.sources(refs, never())) given++;
  }, fails('offline'));
  assert.equal(given, 5);
  assert.equal((await sourcesOf(provider, refs)).length, 10);
});

test('a refused message is trouble, and the others come', async () => {
  const provider = open();
  const refs = (await batchesOf(provider)).flatMap(({ arrivals }) => arrivals).slice(0, 5);
  const { folder, uid } = refs[2] ?? assert.fail();
  provider.control.fault({ kind: 'refuse-message', folder, uid });
  const sources = await sourcesOf(provider, refs);
  assert.deepEqual(
    sources.map(({ trouble }) => trouble !== undefined),
    [false, false, true, false, false],
  );
});

test('wrong bytes are as long as the right ones and not them', async () => {
  const provider = open();
  const refs = (await batchesOf(provider)).flatMap(({ arrivals }) => arrivals).slice(0, 1);
  const [right] = await sourcesOf(provider, refs);
  provider.control.fault({ kind: 'wrong-bytes', times: 1 });
  const [wrong] = await sourcesOf(provider, refs);
  assert.equal(wrong?.bytes?.length, right?.bytes?.length);
  assert.notDeepEqual(wrong, right);
  assert.deepEqual(await sourcesOf(provider, refs), [right]);
});

test('a folder in trouble says so, and the other folders are read', async () => {
  const provider = open();
  provider.control.fault({ kind: 'folder-trouble', folder: 'Archive', times: 1 });
  const batches = await batchesOf(provider);
  const troubled = batches.filter(({ trouble }) => trouble);
  assert.deepEqual(
    troubled.map(({ stream, cursor, arrivals }) => [stream, cursor, arrivals]),
    [['Archive', undefined, []]],
  );
  assert.ok(batches.some(({ stream, arrivals }) => stream === 'INBOX' && arrivals.length > 0));
});

test('a lost watch throws, also while it waits', async () => {
  const provider = open(0);
  const next = provider.watch(never())[Symbol.asyncIterator]().next();
  provider.control.fault({ kind: 'lost-watch', times: 1 });
  await assert.rejects(next, fails('offline'));
  const again = provider.watch(never())[Symbol.asyncIterator]();
  const told = again.next();
  provider.control.deliver(Buffer.from('Subject: x\r\n\r\n'));
  assert.deepEqual(await told, { done: false, value: 'changed' });
});

test('closing ends a watch', async () => {
  const provider = open(0);
  const next = provider.watch(never())[Symbol.asyncIterator]().next();
  await provider.close();
  assert.equal((await next).done, true);
});

test('calls are counted by verb', async () => {
  const provider = open(0);
  await provider.folders(never());
  await batchesOf(provider);
  await batchesOf(provider);
  const { folders, changes, sources } = provider.control.calls;
  assert.deepEqual({ folders, changes, sources }, { folders: 1, changes: 2, sources: 0 });
});
