import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRaw, bearer, openTestBridge, token } from '../test-bridge.ts';

const health = '/api/v1/health';

test('the bridge accepts its own host names and those of host_allowlist, with or without a port', async (context) => {
  const { send } = await openTestBridge(context, { settings: { host_allowlist: ['Box.lan'] } });
  for (const host of [
    'localhost',
    'LOCALHOST:1',
    'posthorn.localhost',
    'Mail.Localhost:7',
    'a.b.localhost',
    '127.0.0.1:42829',
    '[::1]:7',
    '::1',
    'box.lan:80',
  ]) {
    assert.equal((await send(health, { headers: { host } })).status, 200, host);
  }
});

test('a foreign or malformed Host is refused before anything else, also on public addresses and the web interface', async (context) => {
  const { send } = await openTestBridge(context);
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil-localhost',
    '.localhost',
    'a..localhost',
    'mail.localhost.',
    '127.0.0.2',
    '127.0.0.1:x',
    'a b',
  ]) {
    for (const path of [health, '/api/v1/auth/local-token', '/', '/api/v1/messages']) {
      const { status, json } = await send(path, { headers: { host, ...bearer } });
      assert.deepEqual([status, json.error], [403, 'Host header not in allowlist'], `${host} ${path}`);
    }
  }
});

test('a missing Host is 403, and two Host headers are 403', async (context) => {
  const { port } = await openTestBridge(context);
  const missing = await sendRaw(port, `GET ${health} HTTP/1.1\r\nConnection: close\r\n\r\n`);
  assert.match(missing, /^HTTP\/1\.1 403 .*"error":"missing Host header"/s);
  const twice = await sendRaw(
    port,
    `GET ${health} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  );
  assert.match(twice, /^HTTP\/1\.1 403 /);
});

test('a request target with a host of its own is refused', async (context) => {
  const { port } = await openTestBridge(context);
  const answer = await sendRaw(
    port,
    `GET http://evil.example${health} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 400 .*"code":"invalid_target"/s);
});

test(
  'the bound address is an accepted Host (checklist 6: 127.0.0.2)',
  { skip: process.platform !== 'linux' },
  async (context) => {
    const { send, url } = await openTestBridge(context, { settings: { bind: '127.0.0.2' } });
    assert.match(url, /^http:\/\/127\.0\.0\.2:\d+$/);
    assert.equal((await send(health, { host: '127.0.0.2' })).status, 200);
  },
);

test('checklist 18: a page of another loopback port may fetch the token, and no other page may', async (context) => {
  const { send } = await openTestBridge(context, { settings: { cors_allowlist: ['https://board.example'] } });
  const accepted = [
    'http://localhost:3000',
    'https://127.0.0.1',
    'http://[::1]:8080',
    'http://posthorn.localhost',
    'http://mail.localhost:8025',
    'https://board.example',
  ];
  for (const origin of accepted) {
    const { status, headers, json } = await send('/api/v1/auth/local-token', { headers: { origin } });
    assert.deepEqual([status, headers['access-control-allow-origin'], json.token], [200, origin, token]);
  }
  const refused = [
    'null',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil-localhost:3000',
    'http://evil.example:3000',
    'file://',
    'http://board.example',
    'https://board.example:444',
    'http://localhost:3000, null',
    '',
  ];
  for (const origin of refused) {
    const { status, headers, text } = await send('/api/v1/auth/local-token', { headers: { origin } });
    assert.equal(status, 403, origin);
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.doesNotMatch(text, new RegExp(token));
  }
});

test('a foreign Origin is refused on every route, also with the right token', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  for (const path of [health, '/api/v1/messages', '/api/v1/openapi.json', '/', '/api/v1/nowhere']) {
    for (const origin of ['null', 'https://evil.example']) {
      assert.equal((await send(path, { headers: { origin, ...bearer } })).status, 403, `${path} ${origin}`);
    }
  }
  assert.deepEqual(dispatched, []);
});

test('a page of another site cannot load an address as an image or script, but may link to the web interface', async (context) => {
  const { send } = await openTestBridge(context);
  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
  assert.equal((await send(health, { headers: embedded })).status, 403);
  assert.equal((await send(health, { headers: { ...embedded, 'sec-fetch-mode': 'navigate' } })).status, 200);
});

test('checklist 24: preflight is answered without a token, only for accepted origins', async (context) => {
  const { send } = await openTestBridge(context, { settings: { cors_allowlist: ['https://board.example'] } });
  const preflight = (origin: string) =>
    send('/api/v1/messages/1', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' },
    });
  for (const origin of ['http://localhost:5173', 'https://board.example']) {
    const { status, headers } = await preflight(origin);
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], origin);
    assert.match(String(headers['access-control-allow-headers']), /authorization/);
    assert.match(String(headers['access-control-allow-methods']), /POST/);
    assert.equal(headers['access-control-allow-private-network'], undefined);
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
  assert.equal((await preflight('https://evil.example')).status, 403);
  assert.equal((await send('/api/v1/messages/1', { method: 'OPTIONS' })).status, 401);
});

test('an accepted page can also read a 401', async (context) => {
  const { send } = await openTestBridge(context);
  const origin = 'http://localhost:5173';
  const { status, headers } = await send('/api/v1/messages', { headers: { origin } });
  assert.deepEqual([status, headers['access-control-allow-origin'], headers.vary], [401, origin, 'origin']);
  assert.match(String(headers['access-control-expose-headers']), /x-request-id, etag, .*retry-after/);
});

test('every answer carries the security headers and a request id', async (context) => {
  const { send, port } = await openTestBridge(context);
  for (const path of [health, '/api/v1/messages', '/nowhere']) {
    const { headers } = await send(path, { headers: { 'x-request-id': 'abc-1' } });
    assert.deepEqual(
      [
        'x-frame-options',
        'x-content-type-options',
        'referrer-policy',
        'cross-origin-opener-policy',
        'x-request-id',
      ].map((name) => headers[name]),
      ['DENY', 'nosniff', 'no-referrer', 'same-origin', 'abc-1'],
      path,
    );
    assert.equal(headers['x-powered-by'], undefined);
  }
  const generated = await send(health, { headers: { 'x-request-id': 'a b<c>' } });
  assert.match(String(generated.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  assert.match(
    await sendRaw(port, 'NONSENSE\r\n\r\n'),
    /^HTTP\/1\.1 400 .*x-content-type-options: nosniff.*"code":"invalid_request"/s,
  );
});
