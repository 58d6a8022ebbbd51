import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../daemon/store/db.ts';
import { sendRaw } from '../test-bridge.ts';
import { seqsOf, openTestHub, operationStarted, upgradeText, seqRange } from './test-hub.ts';

test('since 0 replays every recorded event, oldest first, then sends live events', async (context) => {
  const hub = await openTestHub(context);
  hub.record(...seqRange(20).map((number) => operationStarted(number)));
  const client = await hub.connect({ since: 0 });
  await client.until(({ seq }) => seq === 20);
  hub.record(operationStarted(21));
  await client.until(({ seq }) => seq === 21);
  assert.deepEqual(seqsOf(client.events), seqRange(21));
  assert.deepEqual(client.events[4], { ...operationStarted(5), seq: 5, ts: '2026-01-02T03:04:05.000Z' });
});

test('without since a client receives no earlier events', async (context) => {
  const hub = await openTestHub(context);
  hub.record(operationStarted(1));
  const client = await hub.connect();
  hub.record(operationStarted(2));
  await client.until(({ seq }) => seq === 2);
  assert.deepEqual(seqsOf(client.events), [2]);
});

test('a client that reconnects while events are recorded gets each of them once', async (context) => {
  const hub = await openTestHub(context);
  const message = 'a'.repeat(10_000);
  const record = (number: number) => hub.record(operationStarted(number, { message }));
  seqRange(200).forEach(record);
  const first = await hub.connect();
  record(201);
  await first.until(({ seq }) => seq === 201);
  first.socket.terminate();
  seqRange(400, 202).forEach(record);
  const second = await hub.connect({ since: 201 });
  for (const number of seqRange(600, 401)) {
    record(number);
    await new Promise(setImmediate);
  }
  await second.until(({ seq }) => seq === 600);
  assert.deepEqual(seqsOf([...first.events, ...second.events]), seqRange(600, 201));
});

test('the next part of a replay is read only when the client has read the previous one', async (context) => {
  let parts = 0;
  const page = { event: 'IndexBootstrapped' as const, documents: 1, repaired: true, duration_ms: 1, ts: '' };
  const hub = await openTestHub(context, {
    after: (seq) => {
      parts++;
      return seqRange(seq + 100, seq + 1).map((number) => ({ ...page, seq: number, note: 'a'.repeat(5_000) }));
    },
  });
  hub.record(...seqRange(2).map((number) => operationStarted(number)));
  hub.db.run(sql`UPDATE sqlite_sequence SET seq = 1000000000 WHERE name = 'events'`);
  const client = await hub.connect({ since: 1 });
  client.raw.pause();
  let before = -1;
  while (before !== parts) {
    before = parts;
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
  assert.ok(parts < 100, `${parts} parts of 500 KB were read for a client that does not read`);
  client.raw.resume();
  await client.until(({ seq }) => seq > before * 100 + 100);
  assert.deepEqual(seqsOf(client.events), seqRange(client.events.length + 1, 2));
});

test('events that are no longer recorded, or never existed, are reported as a gap; then events go on', async (context) => {
  const hub = await openTestHub(context);
  hub.record(...seqRange(10).map((number) => operationStarted(number)));
  hub.db.run(sql`DELETE FROM events WHERE seq <= 5`);
  const clients = await Promise.all([3, 11].map((since) => hub.connect({ since })));
  const untouched = await hub.connect({ since: 5 });
  for (const client of [...clients, untouched]) await client.until(({ seq }) => seq === 10);
  hub.record(operationStarted(11));
  for (const client of [...clients, untouched]) await client.until(({ seq }) => seq === 11);
  assert.deepEqual(
    clients.map(({ events }) =>
      events.map(({ event, seq, ...more }) => [event, seq, 'skipped' in more && more.skipped]),
    ),
    [
      [
        ['EventsLagged', 10, 7],
        ['OperationStarted', 11, false],
      ],
      [
        ['EventsLagged', 10, 1],
        ['OperationStarted', 11, false],
      ],
    ],
  );
  assert.deepEqual(seqsOf(untouched.events), seqRange(11, 6));
});

test('after the whole log was removed, an older client has a gap and a client at its end has none', async (context) => {
  const hub = await openTestHub(context);
  hub.record(operationStarted(1), operationStarted(2));
  hub.db.run(sql`DELETE FROM events`);
  const [late, current] = await Promise.all([hub.connect({ since: 1 }), hub.connect({ since: 2 })]);
  await late.until(({ event }) => event === 'EventsLagged');
  hub.record(operationStarted(3));
  for (const client of [late, current]) await client.until(({ seq }) => seq === 3);
  assert.deepEqual([seqsOf(late.events), seqsOf(current.events)], [[2, 3], [3]]);
});

test('a since that is not a number is refused before the upgrade', async (context) => {
  const { port } = await openTestHub(context);
  for (const query of ['since=', 'since=-1', 'since=1.5', 'since=x', 'since=1&since=2', `since=${'9'.repeat(16)}`]) {
    const answer = await sendRaw(port, upgradeText(`?${query}`));
    assert.match(answer, /^HTTP\/1\.1 400 .*"code":"invalid_since"/s, query);
  }
});
