import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { seqsOf, openTestHub, operationStarted, seqRange } from './test-hub.ts';

test('a client that asks for batches gets arrays of at most a hundred events; other clients get one event per frame', async (context) => {
  const hub = await openTestHub(context);
  const [single, batched] = [await hub.connect(), await hub.connect({ protocols: ['events.batch'] })];
  assert.deepEqual([single.socket.protocol, batched.socket.protocol], ['', 'events.batch']);
  hub.record(...seqRange(250).map((number) => operationStarted(number)));
  hub.record(operationStarted(251));
  for (const client of [single, batched]) await client.until(({ seq }) => seq === 251);
  assert.deepEqual(
    batched.frames.map((frame) => seqsOf(JSON.parse(frame))),
    [seqRange(100), seqRange(200, 101), seqRange(250, 201), [251]],
  );
  assert.deepEqual(
    single.frames.map((frame) => JSON.parse(frame)),
    batched.events,
  );
});

test('recorded and missed events also come as arrays to a client that asks for batches', async (context) => {
  const hub = await openTestHub(context);
  hub.record(...seqRange(150).map((number) => operationStarted(number)));
  const protocols = ['events.batch'];
  const [replayed, lagged] = [await hub.connect({ protocols, since: 0 }), await hub.connect({ protocols, since: 999 })];
  await replayed.until(({ seq }) => seq === 150);
  await lagged.until(({ event }) => event === 'EventsLagged');
  assert.deepEqual(
    [...replayed.frames, ...lagged.frames].map((frame) => (JSON.parse(frame) as unknown[]).length),
    [100, 50, 1],
  );
});

test('event frames and control frames of the library never mix on a connection', async (context) => {
  const hub = await openTestHub(context);
  const client = await hub.connect();
  let pongs = 0;
  client.socket.on('pong', () => pongs++);
  const message = 'a'.repeat(70_000);
  for (let seq = 1; seq <= 200; seq++) {
    client.socket.ping();
    hub.record(operationStarted(seq, { message }));
    await new Promise(setImmediate);
  }
  await client.until(({ seq }) => seq === 200);
  while (pongs < 200) await once(client.socket, 'pong');
  assert.deepEqual(seqsOf(client.events), seqRange(200));
});
