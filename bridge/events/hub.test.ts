import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { WebSocket, type RawData } from 'ws';
import { movableClock } from '../../daemon/base/clock.ts';
import type { Event } from '../../daemon/contract/events.ts';
import { sendRaw, bearer, openTestBridge, token } from '../test-bridge.ts';

const now = '2026-01-02T03:04:05Z';
const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function eventOf(seq: number, message = ''): Event {
  return {
    event: 'OperationProgress',
    operation_id: 'o',
    operation: 'sync',
    account_id: null,
    current: seq,
    total: null,
    message,
    seq,
    ts: '2026-01-02T03:04:05.000Z',
  };
}

test('checklist 22: the token may come in header, subprotocol or query, and is never sent back', async (context) => {
  const bridge = await openTestBridge(context);
  const ways: [string, string[], Record<string, string>, string][] = [
    ['', ['bearer', token], {}, 'bearer'],
    ['', [], { ...bearer }, ''],
    [`?token=${token}`, [], {}, ''],
    [`?token=${token}%0A`, ['other', 'bearer'], bearer, 'bearer'],
    ['', ['events.batch', 'bearer', token], {}, 'events.batch'],
    ['', ['bearer', 'events.batch', token], {}, 'events.batch'],
  ];
  for (const [query, protocols, headers, answered] of ways) {
    const socket = new WebSocket(`ws://127.0.0.1:${bridge.port}/api/v1/events${query}`, protocols, { headers });
    await once(socket, 'open');
    assert.equal(socket.protocol, answered);
    const message = once(socket, 'message');
    bridge.announce(eventOf(1));
    const [frame, isBinary] = await message;
    assert.deepEqual([[JSON.parse(textOf(frame))].flat(), isBinary], [[eventOf(1)], false]);
    socket.terminate();
  }
});

test('checklist 22: the answer to the upgrade does not echo the token', async (context) => {
  const { port } = await openTestBridge(context);
  const socket = connect(port, '127.0.0.1');
  socket.write(upgradeText({ 'sec-websocket-protocol': `bearer, ${token}` }));
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 101 /);
  assert.doesNotMatch(String(answer), new RegExp(token));
  socket.destroy();
});

test('checklist 111: a refused upgrade is answered over HTTP and never sees an event', async (context) => {
  const bridge = await openTestBridge(context);
  const cases: [Record<string, string>, number][] = [
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ 'sec-websocket-protocol': token }, 401],
    [{ 'sec-websocket-protocol': 'bearer' }, 401],
    [{ 'sec-websocket-protocol': 'bearer, events.batch' }, 401],
    [{ 'sec-websocket-protocol': `events.batch, ${token}` }, 401],
    [{ ...bearer, origin: 'null' }, 403],
    [{ ...bearer, origin: 'https://evil.example' }, 403],
    [{ ...bearer, host: 'evil.example' }, 403],
  ];
  for (const [headers, status] of cases) {
    const refused = sendRaw(bridge.port, upgradeText(headers));
    bridge.announce(eventOf(1));
    const answer = await refused;
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*x-frame-options: DENY.*"status":${status}`, 's'));
    assert.doesNotMatch(answer, /OperationProgress/);
  }
});

test('a plain GET of the events address is 426 with the token; other addresses ignore an Upgrade header', async (context) => {
  const { send } = await openTestBridge(context);
  const plain = await send('/api/v1/events', { headers: bearer });
  assert.deepEqual([plain.status, plain.headers.upgrade, plain.json.code], [426, 'websocket', 'upgrade_required']);
  const ignored = await send('/api/v1/messages', { headers: { ...handshake, ...bearer } });
  assert.equal(ignored.status, 200);
});

test('checklist 110: each frame is one event, for ten thousand events, in order and for every client', async (context) => {
  const bridge = await openTestBridge(context);
  const clients = await Promise.all([openClient(bridge.port), openClient(bridge.port)]);
  const received = clients.map((client) => collect(client, 10_000));
  for (let seq = 1; seq <= 10_000; seq++) {
    bridge.announce(eventOf(seq));
    // Let the clients, which run in this process, read from time to time.
    if (seq % 500 === 0) await new Promise(setImmediate);
  }
  for (const frames of await Promise.all(received)) {
    assert.deepEqual(
      frames.map((frame) => JSON.parse(frame).seq),
      Array.from({ length: 10_000 }, (_, index) => index + 1),
    );
  }
});

test('messages from a client are ignored, and a message that is too large ends the connection', async (context) => {
  const bridge = await openTestBridge(context);
  const client = await openClient(bridge.port);
  client.send('{"type":"ping"}');
  client.send(Buffer.alloc(100));
  const frames = collect(client, 1);
  bridge.announce(eventOf(7));
  assert.deepEqual(await frames, [JSON.stringify(eventOf(7))]);
  client.send('a'.repeat(100_000));
  const [code] = await once(client, 'close');
  assert.equal(code, 1009);
});

test('closing the bridge sends 1001 to every client and waits only for their answers', async (context) => {
  // The clock stands still, so the server does not cut a client.
  const bridge = await openTestBridge(context, { clock: movableClock(now) });
  const clients = await Promise.all([openClient(bridge.port), openClient(bridge.port)]);
  const closes = clients.map((client) => once(client, 'close'));
  await bridge.close();
  assert.deepEqual(
    (await Promise.all(closes)).map(([code]) => code),
    [1001, 1001],
  );
});

test('a client that does not answer the close frame is cut within two seconds', async (context) => {
  const clock = movableClock(now);
  const bridge = await openTestBridge(context, { clock });
  const silentClient = connect(bridge.port, '127.0.0.1');
  silentClient.write(upgradeText(bearer));
  await once(silentClient, 'data');
  const closed = bridge.close();
  clock.advance(2_000);
  await closed;
});

function upgradeText(headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'localhost', ...handshake, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return ['GET /api/v1/events HTTP/1.1', ...lines, '', ''].join('\r\n');
}

async function openClient(port: number): Promise<WebSocket> {
  const client = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, ['bearer', token]);
  await once(client, 'open');
  return client;
}

function collect(client: WebSocket, count: number): Promise<string[]> {
  const frames: string[] = [];
  return new Promise((resolve) => {
    client.on('message', (frame) => {
      if (frames.push(textOf(frame)) === count) resolve(frames);
    });
  });
}

function textOf(frame: RawData): string {
  return (frame as Buffer).toString();
}
