import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { silentLog } from '../../daemon/base/log.ts';
import { testSettings } from '../test-settings.ts';
import { localTokenRoute } from './local-token.ts';
import { isLoopback } from './loopback.ts';
import { bearer, eventsUpTo, failWith, openTestBridge, token } from '../test-bridge.ts';

const messages = '/api/v1/messages';
const localToken = '/api/v1/auth/local-token';

test('checklist 9: an unknown path or a wrong method is 401 without a token, and 404 or 405 in JSON with a token', async (context) => {
  const { send } = await openTestBridge(context);
  const cases: [string, string, number, string | undefined][] = [
    ['GET', '/api/v1/nowhere', 404, undefined],
    ['GET', '/api/v1', 404, undefined],
    ['GET', '/api/v1/Messages', 404, undefined],
    ['GET', '/api/v1/messages/', 404, undefined],
    ['PUT', messages, 405, 'GET, DELETE, HEAD'],
    ['DELETE', `${messages}/7`, 405, 'GET, POST, HEAD'],
    ['POST', '/api/v1/health', 405, 'GET, HEAD'],
    ['POST', '/api/v1/events', 405, 'GET, HEAD'],
  ];
  for (const [method, path, expected, allow] of cases) {
    assert.equal((await send(path, { method })).status, 401, `${method} ${path}`);
    const { status, headers, json } = await send(path, { method, headers: bearer });
    assert.deepEqual([status, headers.allow, json.status], [expected, allow, expected], `${method} ${path}`);
  }
});

test('checklist 10: the document needs the token; health and the handshake do not', async (context) => {
  const { send } = await openTestBridge(context);
  assert.equal((await send('/api/v1/openapi.json')).status, 401);
  assert.equal((await send('/api/v1/health')).status, 200);
  assert.equal((await send(localToken)).status, 200);
});

test('checklist 12: a missing and a wrong token get the same answer, and a newline around the right token is ignored', async (context) => {
  const { send } = await openTestBridge(context, { token: `${token}\n` });
  const refused: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Bearer ' },
    { authorization: `Basic ${token}` },
    { authorization: token },
    { authorization: `Bearer ${token}0` },
  ];
  for (const headers of refused) {
    const answer = await send(messages, { headers: { ...headers, 'x-request-id': 'same' } });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    assert.deepEqual([answer.json.error, answer.json.code], ['unauthorized', 'unauthorized']);
    assert.equal(answer.text, (await send(messages, { headers: { 'x-request-id': 'same' } })).text);
  }
  for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
    assert.equal((await send(messages, { headers: { authorization } })).status, 200);
  }
  assert.deepEqual((await send(localToken)).json, { token, source: 'local-handshake' });
});

test('checklist 13: a refusal by policy or provider is never 401', async (context) => {
  const handlers = {
    'messages.list': failWith('refused', 'policy', 'The policy read-only does not allow this.'),
    'messages.get': failWith('provider', 'provider_auth', 'The server refused the password.'),
  };
  const { send } = await openTestBridge(context, { handlers });
  assert.equal((await send(messages, { headers: bearer })).status, 403);
  assert.equal((await send(`${messages}/1`, { headers: bearer })).status, 502);
});

test('checklist 14: the handshake is 404 when it is turned off, also with the token', async (context) => {
  const { send } = await openTestBridge(context, { settings: { auto_local_token: false } });
  for (const headers of [{}, bearer]) {
    const { status, json } = await send(localToken, { headers });
    assert.deepEqual([status, json.error], [404, 'not found']);
  }
});

test('checklist 15, 19: headers that claim another peer address have no effect, and the client label is fixed', async (context) => {
  const { send } = await openTestBridge(context);
  const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' };
  const answer = await send(localToken, { headers });
  assert.deepEqual(answer.json, { token, source: 'local-handshake' });
  assert.equal(answer.headers['cache-control'], 'no-store');
});

test('checklist 15, 16: a peer that is not loopback gets 404 whatever headers it sends', async () => {
  const oneTimeKeys = { redeem: () => true };
  const settings = () => testSettings;
  const route = localTokenRoute({ token, settings, oneTimeKeys, events: eventsUpTo(0), log: silentLog });
  for (const remoteAddress of ['192.168.1.7', '::ffff:10.0.0.1', 'fe80::1%eth0', undefined]) {
    const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1', ...bearer };
    const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    await assert.rejects(route(request, {} as ServerResponse), { status: 404, message: 'not found' });
  }
});

test('checklist 17: an IPv4 address mapped into IPv6 counts as loopback', async (context) => {
  const { send } = await openTestBridge(context, { settings: { bind: '::ffff:127.0.0.1' } });
  assert.equal((await send(localToken, { host: '127.0.0.1' })).status, 200);
  assert.deepEqual(['127.0.0.1', '127.255.0.3', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'].map(isLoopback), [
    true,
    true,
    true,
    true,
    true,
  ]);
  assert.deepEqual(
    ['0.0.0.0', '::', '128.0.0.1', '::ffff:8.8.8.8', 'localhost', ''].map(isLoopback),
    Array(6).fill(false),
  );
});

test('checklist 21, 23: neither ?token= nor the subprotocol header opens an ordinary route', async (context) => {
  const { send } = await openTestBridge(context);
  assert.equal((await send(`${messages}?token=${token}`)).status, 401);
  assert.equal((await send(messages, { headers: { 'sec-websocket-protocol': `bearer, ${token}` } })).status, 401);
  assert.equal((await send(`/api/v1/events?token=${token}`)).status, 401);
});

test('a client header can only lower the rights of its token', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  for (const kind of ['agent', 'mcp', 'script', 'cli', 'web'])
    await send(messages, { headers: { ...bearer, 'x-client-kind': kind } });
  await send(messages, { headers: bearer });
  assert.deepEqual(
    dispatched.map(({ caller }) => caller.origin),
    ['agent', 'mcp', 'script', 'cli', 'web', 'script'],
  );
  for (const kind of ['human', 'daemon', 'Agent', '']) {
    const { status, json } = await send(messages, { headers: { ...bearer, 'x-client-kind': kind } });
    assert.deepEqual([status, json.code], [400, 'unknown_client_kind'], kind);
  }
  assert.equal(dispatched.length, 6);
});
