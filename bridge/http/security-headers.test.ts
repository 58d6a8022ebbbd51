import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { failWith, fileOf, openTestBridge, sendRaw, token } from '../test-bridge.ts';

const fixed = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
};

/** A web interface, and the viewer of the document. */
function webRoot(): string {
  const folder = testFolder();
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'viewer'));
  for (const [name, text] of [
    ['index.html', '<!doctype html>first page'],
    ['assets/app-1.js', 'app()'],
    ['viewer/viewer.js', 'view()'],
    ['viewer/viewer.css', 'a{}'],
  ] as const)
    writeFileSync(join(folder, name), text);
  return folder;
}

test('every kind of answer carries the security headers and a content policy', async (context) => {
  const { port } = await openTestBridge(context, {
    webRoot: webRoot(),
    handlers: {
      'messages.open': () => fileOf('content'),
      'messages.get': failWith('missing', 'not_found', 'There is no such message.'),
      'messages.burn': () => {
        throw new Error('a bug');
      },
    },
  });
  const authorization = `Authorization: Bearer ${token}\r\n`;
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const answers: [status: number, head: string][] = [
    [200, 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
    [200, 'GET /inbox/m/7 HTTP/1.1\r\nHost: localhost\r\n'],
    [200, 'GET /assets/app-1.js HTTP/1.1\r\nHost: localhost\r\n'],
    [404, 'GET /assets/gone.js HTTP/1.1\r\nHost: localhost\r\n'],
    [405, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n'],
    [200, 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n'],
    [200, 'GET /api/v1/auth/local-token HTTP/1.1\r\nHost: localhost\r\n'],
    [401, 'GET /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n'],
    [200, `GET /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [200, `HEAD /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [404, `GET /api/v1/messages/7 HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [500, `DELETE /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [200, `GET /api/v1/messages/7/enclosure HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [404, `GET /api/v1/nowhere HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [200, `GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [200, `GET /api/v1/docs HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [426, `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n${authorization}`],
    [401, `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n${upgrade}`],
    [403, 'GET / HTTP/1.1\r\nHost: evil.example\r\n'],
    [
      403,
      `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n${authorization}${upgrade}`,
    ],
    [
      204,
      'OPTIONS /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:5173\r\nAccess-Control-Request-Method: GET\r\n',
    ],
    [405, 'CONNECT other:80 HTTP/1.1\r\nHost: localhost\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n`],
    [400, 'NONSENSE\r\n'],
  ];
  for (const [status, head] of answers) {
    const isUpgrade = head.includes('Upgrade: ');
    const answer = await sendRaw(port, `${head}${isUpgrade ? '' : 'Connection: close\r\n'}\r\n`);
    const [top = ''] = answer.split('\r\n\r\n', 1);
    const [statusLine = '', ...lines] = top.split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    const name = `${status} ${head.slice(0, 60)}`;
    assert.match(statusLine, new RegExp(`^HTTP/1\\.1 ${status} `), name);
    for (const [key, value] of Object.entries(fixed)) assert.equal(headers.get(key), value, `${name}: ${key}`);
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\).*geolocation=\(\).*microphone=\(\)/, name);
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/, name);
    assert.match(headers.get('x-request-id') ?? '', /^[\w.-]{1,128}$/, name);
    assert.equal(headers.has('x-powered-by') || headers.has('server'), false, name);
  }
});
