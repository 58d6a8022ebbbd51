import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bearer, openTestBridge } from './test-bridge.ts';

const localIpv6 = await new Promise<boolean>((resolve) => {
  const server = createServer();
  server.on('error', () => resolve(false));
  server.listen(0, '::1', () => server.close(() => resolve(true)));
});

test('checklist 1: the port file holds the port really bound, and only its owner may read it', async (context) => {
  const { port, portFile, ask } = await openTestBridge(context);
  assert.notEqual(port, 0);
  assert.equal(readFileSync(portFile, 'utf8'), `${port}\n`);
  assert.equal(statSync(portFile).mode & 0o777, 0o600);
  assert.equal((await ask('/api/v1/health')).status, 200);
});

test('checklist 4: a stale port file is replaced, and ours is removed on a clean exit', async (context) => {
  const portFile = temporaryPortFile(context);
  writeFileSync(portFile, '1\n');
  const bridge = await openTestBridge(context, { portFile });
  assert.equal(readFileSync(portFile, 'utf8'), `${bridge.port}\n`);
  await bridge.close();
  assert.equal(existsSync(portFile), false);
});

test('a port file that another daemon has written meanwhile is left alone', async (context) => {
  const portFile = temporaryPortFile(context);
  const bridge = await openTestBridge(context, { portFile });
  writeFileSync(portFile, '4242\n');
  await bridge.close();
  assert.equal(readFileSync(portFile, 'utf8'), '4242\n');
});

test('checklist 5: a taken port is named in the failure, and no port file names the stranger', async (context) => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  context.after(() => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const portFile = temporaryPortFile(context);
  await assert.rejects(openTestBridge(context, { portFile, settings: { port } }), {
    kind: 'unavailable',
    code: 'port_taken',
    retryable: true,
    message: new RegExp(`^Port ${port} `),
  });
  assert.equal(existsSync(portFile), false);
});

test('checklist 6: an address that others can reach is refused, and nothing is bound', async (context) => {
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

test('checklist 7: host_allowlist never loosens the bind', async (context) => {
  const settings = { bind: '0.0.0.0', host_allowlist: ['0.0.0.0', '*'] };
  await assert.rejects(openTestBridge(context, { settings }), { code: 'bind_not_loopback' });
});

test(
  'checklist 6: ::1 and localhost are bound',
  { skip: !localIpv6 && 'this machine has no IPv6' },
  async (context) => {
    const { url, ask } = await openTestBridge(context, { settings: { bind: '::1' } });
    assert.match(url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal((await ask('/api/v1/letters', { host: '::1', headers: bearer })).status, 200);
    const named = await openTestBridge(context, { settings: { bind: 'localhost' } });
    assert.match(named.url, /^http:\/\/(127\.0\.0\.1|\[::1\]):/);
  },
);

test('closing waits for an answer under way, refuses new connections, and ends within two seconds', async (context) => {
  const finish = Promise.withResolvers<object>();
  const bridge = await openTestBridge(context, { answers: { 'letters.list': () => finish.promise } });
  const underWay = bridge.ask('/api/v1/letters', { headers: bearer });
  while (bridge.seen.length === 0) await new Promise(setImmediate);
  const started = performance.now();
  const closed = bridge.close();
  finish.resolve({ letters: [] });
  assert.equal((await underWay).status, 200);
  await closed;
  assert.ok(performance.now() - started < 2000);
  await assert.rejects(bridge.ask('/api/v1/health'), { code: 'ECONNREFUSED' });
});

test('closing cuts an answer that never comes', async (context) => {
  const bridge = await openTestBridge(context, { answers: { 'letters.list': () => new Promise(() => {}) } });
  const underWay = assert.rejects(bridge.ask('/api/v1/letters', { headers: bearer }));
  while (bridge.seen.length === 0) await new Promise(setImmediate);
  const started = performance.now();
  await bridge.close();
  await underWay;
  assert.ok(performance.now() - started < 2000);
});

function temporaryPortFile(context: { after(done: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-port-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'bridge-port');
}
