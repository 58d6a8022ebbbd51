import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { movableClock } from '../../daemon/base/clock.ts';
import { pingIntervalMs } from './hub.ts';
import { seqsOf, openTestHub, operationStarted, upgradeText, seqRange, type TestHub } from './test-hub.ts';

const now = '2026-01-02T03:04:05Z';
const large = 'a'.repeat(50_000);

/** More bytes than a connection accepts without being read. */
async function recordMuch(hub: TestHub, total = 400): Promise<void> {
  for (let seq = 1; seq <= total; seq++) {
    hub.record(operationStarted(seq, { message: large }));
    await new Promise(setImmediate);
  }
}

test('a client that does not read learns how many events it missed once it reads again', async (context) => {
  const hub = await openTestHub(context);
  const client = await hub.connect();
  client.raw.pause();
  await recordMuch(hub);
  client.raw.resume();
  await client.until(({ event }) => event === 'EventsLagged');
  const lagged = client.events.at(-1);
  assert.ok(lagged?.event === 'EventsLagged' && lagged.skipped > 0);
  assert.deepEqual([client.events.length - 1 + lagged.skipped, lagged.seq], [400, 400]);
  hub.record(operationStarted(401));
  await client.until(({ seq }) => seq === 401);
  assert.equal(client.events.length, 402 - lagged.skipped);
});

test('a slow client can fetch missed events with since', async (context) => {
  const hub = await openTestHub(context);
  const slow = await hub.connect();
  slow.raw.pause();
  await recordMuch(hub);
  slow.raw.resume();
  await slow.until(({ event }) => event === 'EventsLagged');
  const seen = slow.events.slice(0, -1);
  const back = await hub.connect({ since: seen.at(-1)?.seq ?? 0 });
  await back.until(({ seq }) => seq === 400);
  assert.deepEqual(seqsOf([...seen, ...back.events]), seqRange(400));
});

test('many events at once are not a lag for a client that reads', async (context) => {
  const hub = await openTestHub(context, { maxBufferedBytes: 1_000 });
  const client = await hub.connect();
  hub.record(...seqRange(300).map((number) => operationStarted(number, { message: large })));
  await client.until(({ seq }) => seq === 300);
  assert.deepEqual(seqsOf(client.events), seqRange(300));
});

test('a client that neither reads nor answers pings is closed with 4429', async (context) => {
  const clock = movableClock(now);
  const hub = await openTestHub(context, { clock });
  const client = await hub.connect();
  client.raw.pause();
  await recordMuch(hub);
  for (let pings = 0; pings < 2; pings++) {
    clock.advance(pingIntervalMs);
    await new Promise(setImmediate);
  }
  client.raw.resume();
  assert.equal((await client.closed).code, 4429);
});

test('clients that answer pings stay; a client that does not is cut', async (context) => {
  const clock = movableClock(now);
  const hub = await openTestHub(context, { clock });
  const live = await hub.connect();
  const dead = connect(hub.port, '127.0.0.1');
  dead.write(upgradeText());
  await once(dead, 'data');
  dead.resume();
  const isGone = once(dead, 'close');
  for (let pings = 0; pings < 3; pings++) {
    const pinged = once(live.socket, 'ping');
    clock.advance(pingIntervalMs);
    await pinged;
    // The hub answers this ping after it has read the answer to its own.
    live.socket.ping();
    await once(live.socket, 'pong');
  }
  await isGone;
  assert.equal(live.socket.readyState, WebSocket.OPEN);
});
