import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { movableClock } from '../daemon/base/clock.ts';
import { until } from '../daemon/test-until.ts';
import { clearStalePort } from './port-file.ts';
import { bearer, fileOf, openTestBridge, token } from './test-bridge.ts';
import { testSettings } from './test-settings.ts';

const now = '2026-01-02T03:04:05Z';
const hourMs = 3_600_000;
/** The limit of `close` without a grace period. */
const closesWithinMs = 2_000;

const localIpv6 = await new Promise<boolean>((resolve) => {
  const server = createServer();
  server.on('error', () => resolve(false));
  server.listen(0, '::1', () => server.close(() => resolve(true)));
});

test('checklist 1: the port file holds the bound port, and only its owner may read it', async (context) => {
  const { port, portFile, send } = await openTestBridge(context);
  assert.notEqual(port, 0);
  assert.equal(readFileSync(portFile, 'utf8'), `${port}\n`);
  assert.equal(statSync(portFile).mode & 0o777, 0o600);
  assert.equal((await send('/api/v1/health')).status, 200);
});

test('checklist 4: a stale port file is replaced, and the own one is removed on a clean exit', async (context) => {
  const portFile = temporaryPortFile(context);
  writeFileSync(portFile, '1\n');
  const bridge = await openTestBridge(context, { portFile });
  assert.equal(readFileSync(portFile, 'utf8'), `${bridge.port}\n`);
  await bridge.close();
  assert.equal(existsSync(portFile), false);
});

test('checklist 5: the port file of a killed daemon is removed if no bridge runs', (context) => {
  const portFile = temporaryPortFile(context);
  writeFileSync(portFile, '1\n');
  clearStalePort(portFile);
  clearStalePort(portFile);
  assert.equal(existsSync(portFile), false);
});

test('the failure names a port file that cannot be written, and nothing stays bound', async (context) => {
  const portFile = temporaryPortFile(context);
  mkdirSync(portFile);
  const { port } = await freePort();
  await assert.rejects(openTestBridge(context, { portFile, settings: { port } }), {
    kind: 'unavailable',
    code: 'port_file_unusable',
    message: /^The port file .*bridge-port can’t be written: .*\. Remove whatever is in its place\.$/,
  });
  await openTestBridge(context, { settings: { port } });
});

test('a bridge with an empty token does not start', async (context) => {
  await assert.rejects(openTestBridge(context, { token: ' \n' }), { code: 'bridge_token_empty' });
});

test('a port file that another daemon has written in the meantime is kept', async (context) => {
  const portFile = temporaryPortFile(context);
  const bridge = await openTestBridge(context, { portFile });
  writeFileSync(portFile, '4242\n');
  await bridge.close();
  assert.equal(readFileSync(portFile, 'utf8'), '4242\n');
});

test('checklist 5: the failure names a taken port, and no port file names the other program', async (context) => {
  const otherServer = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => otherServer.once('listening', resolve));
  context.after(() => otherServer.close());
  const { port } = otherServer.address() as AddressInfo;
  const portFile = temporaryPortFile(context);
  await assert.rejects(openTestBridge(context, { portFile, settings: { port } }), {
    kind: 'unavailable',
    code: 'port_taken',
    retryable: true,
    message: new RegExp(`^Port ${port} `),
  });
  assert.equal(existsSync(portFile), false);
});

test('checklist 6: an address that other machines can reach is refused, and nothing is bound', async (context) => {
  for (const bind of ['0.0.0.0', '::', '', '0', '192.168.1.7', '[::]', '::ffff:0.0.0.0', 'no-such-name.invalid']) {
    const portFile = temporaryPortFile(context);
    await assert.rejects(
      openTestBridge(context, { portFile, settings: { bind } }),
      { kind: 'refused', code: 'bind_not_loopback', message: /\[bridge\]\.bind/ },
      bind,
    );
    assert.equal(existsSync(portFile), false);
  }
});

test('checklist 7: host_allowlist never changes the bound address', async (context) => {
  const settings = { bind: '0.0.0.0', host_allowlist: ['0.0.0.0', '*'] };
  await assert.rejects(openTestBridge(context, { settings }), { code: 'bind_not_loopback' });
});

test(
  'checklist 6: ::1 and localhost are bound',
  { skip: !localIpv6 && 'this machine has no IPv6' },
  async (context) => {
    const { url, send } = await openTestBridge(context, { settings: { bind: '::1' } });
    assert.match(url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal((await send('/api/v1/messages', { host: '::1', headers: bearer })).status, 200);
    const named = await openTestBridge(context, { settings: { bind: 'localhost' } });
    assert.match(named.url, /^http:\/\/(127\.0\.0\.1|\[::1\]):/);
  },
);

test('closing waits for the current answer and for nothing after it; new connections are refused', async (context) => {
  const finish = Promise.withResolvers<object>();
  const bridge = await openTestBridge(context, {
    handlers: { 'messages.list': () => finish.promise },
    // The clock stands still, so the grace period never ends.
    clock: movableClock(now),
  });
  const underWay = bridge.send('/api/v1/messages', { headers: bearer });
  await until('the request arrives', () => bridge.dispatched.length === 1);
  const closed = bridge.close();
  finish.resolve({ messages: [] });
  assert.equal((await underWay).status, 200);
  await closed;
  await assert.rejects(bridge.send('/api/v1/health'), { code: 'ECONNREFUSED' });
});

test('closing cuts an answer that never comes after at most two seconds', async (context) => {
  const clock = movableClock(now);
  const bridge = await openTestBridge(context, { handlers: { 'messages.list': () => new Promise(() => {}) }, clock });
  const underWay = assert.rejects(bridge.send('/api/v1/messages', { headers: bearer }));
  await until('the request arrives', () => bridge.dispatched.length === 1);
  const closed = bridge.close();
  clock.advance(closesWithinMs);
  await closed;
  await underWay;
});

test('closing ends within two seconds whatever clients do, and closes every event socket with 1001', async (context) => {
  const clock = movableClock(now);
  const stream = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
  const bridge = await openTestBridge(context, {
    handlers: { 'messages.open': () => fileOf('', { stream, size: undefined }) },
    // Clients are cut only because the bridge closes.
    limits: {
      headersTimeoutMs: hourMs,
      jsonTimeoutMs: hourMs,
      uploadGraceMs: hourMs,
      keepAliveMs: hourMs,
      stalledTimeoutMs: hourMs,
      discardBodyMs: hourMs,
    },
    clock,
  });
  const ours = `Host: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const upgrade = 'GET /api/v1/events HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const open = (bytes: string) => openWith(context, bridge.port, bytes);
  const silentClients = await Promise.all(Array.from({ length: 50 }, () => open(`${upgrade}${key}${ours}\r\n`)));
  const others = await Promise.all([
    open(`POST /api/v1/messages/1 HTTP/1.1\r\n${ours}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`),
    open(`POST /api/v1/messages/1/enclosure HTTP/1.1\r\n${ours}Content-Length: 9\r\n\r\nabc`),
    open(`GET /api/v1/messages/1/enclosure HTTP/1.1\r\n${ours}\r\n`),
    open(`${upgrade}${ours}`),
    open(`${upgrade}Host: localhost\r\n\r\n`),
    open('GET /api/v1/health HTTP/1.1\r\n'),
    open(''),
  ]);
  others.forEach(({ socket }) => socket.pause());
  await Promise.all(silentClients.map(({ untilReceived }) => untilReceived('HTTP/1.1 101 ')));
  await until('upload and download are under way', () => bridge.dispatched.length === 2);

  const closed = bridge.close();
  await Promise.all(silentClients.map(({ untilReceived }) => untilReceived(closeFrame)));
  clock.advance(closesWithinMs);
  await closed;
  await finished(stream).catch(() => undefined);
  const socket = connect(bridge.port, '127.0.0.1');
  await assert.rejects(once(socket, 'connect'), { code: 'ECONNREFUSED' });
});

test('a second, shorter grace period takes effect', async (context) => {
  const bridge = await openTestBridge(context, { handlers: { 'messages.list': () => new Promise(() => {}) } });
  const underWay = assert.rejects(bridge.send('/api/v1/messages', { headers: bearer }));
  await until('the request arrives', () => bridge.dispatched.length === 1);
  const closed = bridge.close(hourMs);
  await bridge.close(0);
  await Promise.all([closed, underWay]);
});

test('the accepted hosts and origins can change while the bridge runs', async (context) => {
  const { send, allow } = await openTestBridge(context);
  const origin = 'https://board.example';
  const seen = async () => [
    (await send('/api/v1/health', { headers: { host: 'box.lan' } })).status,
    (await send('/api/v1/health', { headers: { origin } })).status,
    (await send('/api/v1/auth/local-token')).status,
  ];
  assert.deepEqual(await seen(), [403, 403, 200]);
  allow({ ...testSettings, host_allowlist: ['box.lan'], cors_allowlist: [origin], auto_local_token: false });
  assert.deepEqual(await seen(), [200, 200, 404]);
  allow(testSettings);
  assert.deepEqual(await seen(), [403, 403, 200]);
});

/** The frame that closes a WebSocket with code 1001, up to its reason. */
const closeFrame = /\x88[^]\x03\xe9/;

async function openWith(context: { after(done: () => void): void }, port: number, bytes: string) {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined);
  context.after(() => socket.destroy());
  await once(socket, 'connect');
  let output = '';
  socket.on('data', (piece: Buffer) => (output += piece.toString('latin1')));
  socket.write(bytes);
  const untilReceived = async (words: string | RegExp) => {
    while (!(typeof words === 'string' ? output.includes(words) : words.test(output))) await once(socket, 'data');
  };
  return { socket, untilReceived };
}

async function freePort(): Promise<AddressInfo> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address;
}

function temporaryPortFile(context: { after(done: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-port-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'bridge-port');
}
