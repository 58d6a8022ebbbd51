import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sendRaw, openTestBridge } from './test-bridge.ts';

test('the web interface needs no token, and any path of it answers the first page', async (context) => {
  const { send } = await openTestBridge(context, { webRoot: webRoot(context) });
  for (const path of ['/', '/m/inbox/some-thread', '/health']) {
    const { status, headers, text } = await send(path);
    assert.deepEqual([status, headers['cache-control'], text], [200, 'no-cache', '<!doctype html>first page'], path);
    assert.match(String(headers['content-type']), /^text\/html/);
  }
  assert.equal((await send('/icon.svg')).text, '<svg/>');
});

test('its content policy lets it load and connect only to its own origin', async (context) => {
  const { send, port } = await openTestBridge(context, { webRoot: webRoot(context) });
  const { headers } = await send('/', { headers: { host: `localhost:${port}` } });
  assert.deepEqual(String(headers['content-security-policy']).split('; '), [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://localhost:${port}`,
    "frame-src 'self' blob:",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('built assets are cached for ever, and a missing asset does not answer the first page', async (context) => {
  const { send } = await openTestBridge(context, { webRoot: webRoot(context) });
  const { text, headers } = await send('/assets/app-1.js');
  assert.deepEqual([text, headers['cache-control']], ['app()', 'public, max-age=31536000, immutable']);
  const missing = await send('/assets/app-0.js');
  assert.deepEqual([missing.status, missing.json.code], [404, 'not_found']);
});

test('no path leads out of the folder', async (context) => {
  const { port } = await openTestBridge(context, { webRoot: webRoot(context) });
  for (const path of [
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '/..%5csecret',
    '/.hidden',
    '/%00',
  ]) {
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    assert.doesNotMatch(answer, /top secret/, path);
    assert.match(answer, /^HTTP\/1\.1 (200|400|403|404) /, path);
  }
});

test('an address beside the API never answers a page, and only GET and HEAD are answered', async (context) => {
  const { send } = await openTestBridge(context, { webRoot: webRoot(context) });
  assert.deepEqual([(await send('/api')).status, (await send('/api/v2/mail')).json.code], [404, 'not_found']);
  const { status, headers } = await send('/', { method: 'POST' });
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
});

test('without a built web interface the answer is a 404 in JSON', async (context) => {
  for (const root of [undefined, join(tmpdir(), 'posthorn-never-built')]) {
    const { send } = await openTestBridge(context, { webRoot: root });
    const { status, json } = await send('/');
    assert.deepEqual([status, json.code], [404, 'not_found']);
  }
});

function webRoot(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-web-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'dist');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret'), 'top secret');
  writeFileSync(join(root, '.hidden'), 'top secret');
  writeFileSync(join(root, 'index.html'), '<!doctype html>first page');
  writeFileSync(join(root, 'icon.svg'), '<svg/>');
  writeFileSync(join(root, 'assets/app-1.js'), 'app()');
  return root;
}
