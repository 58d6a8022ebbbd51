import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { Failure } from '../../daemon/base/failure.ts';
import { bearer, openTestBridge, token } from '../test-bridge.ts';
import { pingIntervalMs } from './hub.ts';
import { openEventStream, openTestHub, operationStarted, seqRange, seqsOf } from './test-hub.ts';

const now = '2026-01-02T03:04:05Z';

test('a GET that accepts an event stream receives each event with its seq as id', async (context) => {
  const hub = await openTestHub(context);
  const client = await hub.stream();
  const { statusCode, headers } = client.response;
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['cache-control']],
    [200, 'text/event-stream', 'no-store'],
  );
  hub.record(operationStarted(1), operationStarted('two\nlines'));
  await client.until(/^id: 2\ndata: .*\n\n/m);
  const expected = [
    { ...operationStarted(1), seq: 1, ts: '2026-01-02T03:04:05.000Z' },
    { ...operationStarted('two\nlines'), seq: 2, ts: '2026-01-02T03:04:05.000Z' },
  ];
  const written = expected.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  assert.equal(client.text(), `retry: 2000\n\n${written}`);
  client.close();
});

test('Last-Event-ID of a client that connects again takes precedence over since', async (context) => {
  const hub = await openTestHub(context);
  hub.record(...seqRange(20).map((number) => operationStarted(number)));
  const bySince = await hub.stream({ path: '/api/v1/events?since=15' });
  await bySince.until(/^id: 20$/m);
  const again = await hub.stream({ path: '/api/v1/events?since=15', headers: { 'last-event-id': '18' } });
  await again.until(/^id: 20$/m);
  assert.deepEqual([seqsOf(bySince.events()), seqsOf(again.events())], [seqRange(20, 16), [19, 20]]);
});

test('an event stream needs the token, which may be in the query, and a since that is a number', async (context) => {
  const bridge = await openTestBridge(context);
  const accept = { accept: 'text/event-stream' };
  const statusOf = async (path: string, headers = {}) =>
    (await bridge.send(path, { headers: { ...accept, ...headers } })).status;
  assert.equal(await statusOf('/api/v1/events'), 401);
  assert.equal(await statusOf('/api/v1/events?token=wrong'), 401);
  // Only here may the token be in the address.
  assert.equal(await statusOf(`/api/v1/messages?token=${token}`), 401);
  assert.equal(await statusOf('/api/v1/events?since=x', bearer), 400);
  assert.equal(await statusOf('/api/v1/events', { ...bearer, 'last-event-id': '-1' }), 400);
  assert.equal(await statusOf('/api/v1/events', { ...bearer, origin: 'https://evil.example' }), 403);
  const client = await openEventStream(bridge.port, { path: `/api/v1/events?token=${token}` });
  assert.equal(client.response.statusCode, 200);
  assert.doesNotMatch(JSON.stringify(client.response.headers), new RegExp(token));
  client.close();
});

test('an event stream ends with the reason when Posthorn stops or the client loses its right to events', async (context) => {
  let isAllowed = true;
  const hub = await openTestHub(context, {
    visibleAccountIds(caller) {
      if (caller.origin === 'agent' && !isAllowed) throw new Failure('refused', 'policy', 'No “reading” any more.');
      return undefined;
    },
  });
  const [agent, script] = [await hub.stream({ caller: { origin: 'agent' } }), await hub.stream()];
  agent.read();
  script.read();
  isAllowed = false;
  hub.callersChanged();
  await agent.ended;
  assert.match(agent.text(), /event: closed\ndata: {"code":1008,"reason":"No “reading” any more."}\n\n$/);
  hub.record(operationStarted(1));
  await script.until(/^id: 1$/m);
  hub.hub.close();
  await script.ended;
  assert.match(script.text(), /event: closed\ndata: {"code":1001,/);
  assert.doesNotMatch(agent.text(), /OperationStarted/);
});

test('a client that does not read is reported what it missed, and is cut when it reads nothing between two pings', async (context) => {
  const clock = movableClock(now);
  const hub = await openTestHub(context, { clock });
  const [slow, reader] = [await hub.stream(), await hub.stream()];
  slow.response.pause();
  await reader.until(/retry/);
  const message = 'a'.repeat(50_000);
  for (const number of seqRange(400)) {
    hub.record(operationStarted(number, { message }));
    await new Promise(setImmediate);
  }
  await reader.until(/^id: 400$/m);
  for (let pings = 0; pings < 3; pings++) {
    clock.advance(pingIntervalMs);
    await reader.until(new RegExp(`(?:: ping[^]*){${pings + 1}}`));
  }
  slow.response.resume();
  slow.read();
  await slow.ended;
  assert.match(slow.text(), /event: closed\ndata: {"code":4429|a{100}$/);
  assert.ok(slow.events().length < 400);
});
