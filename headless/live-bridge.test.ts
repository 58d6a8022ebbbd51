import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { startBridge } from '../bridge/server.ts';
import { silentLog } from '../daemon/base/log.ts';
import { openConfig } from '../daemon/config/live-config.ts';
import { resolvePaths } from '../daemon/config/paths.ts';
import { requests } from '../daemon/contract/define.ts';
import { until } from '../daemon/test-until.ts';
import { testFolder } from '../daemon/test-folder.ts';
import { openLiveBridge, type LiveBridgeDeps } from './live-bridge.ts';

const table = {
  messages: requests('Messages.', {
    list: {
      http: 'GET /messages',
      summary: 'Messages.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({}),
      output: z.object({}),
    },
  }),
};

type TestBridgeOptions = { config?: string; folder?: string; answer?: () => Promise<object> } & Partial<
  Omit<LiveBridgeDeps, 'config'>
>;

/** The bridge of a daemon, with a configuration that tests can change. */
async function openTestBridge(
  context: TestContext,
  { config: text = '', answer = async () => ({}), folder = testFolder(), ...overrides }: TestBridgeOptions = {},
) {
  const paths = resolvePaths({
    env: { SVC_CONFIG_DIR: folder, SVC_DATA_DIR: folder },
    platform: process.platform,
    home: folder,
  });
  if (text) writeFileSync(paths.configFile, text);
  const config = openConfig(paths, { log: silentLog });
  let starts = 0;
  const bridge = await openLiveBridge({
    config,
    paths,
    start: (place) => {
      starts++;
      const events = {
        subscribe: () => () => undefined,
        after: () => [],
        range: () => ({ first: 1, last: 0 }),
        visibleAccountIds: () => undefined,
        onCallersChange: () => () => undefined,
      };
      return startBridge({
        ...place,
        table,
        dispatch: answer,
        events,
        portFile: paths.bridgePortFile,
        log: silentLog,
      });
    },
    log: silentLog,
    ...overrides,
  });
  context.after(() => {
    config.close();
    return bridge.close();
  });
  return {
    ...bridge,
    paths,
    change: config.change,
    starts: () => starts,
    token: () => readFileSync(paths.bridgeTokenFile, 'utf8').trim(),
    /** The port in the port file. */
    port: () => Number(readFileSync(paths.bridgePortFile, 'utf8')),
  };
}

async function freePort(): Promise<number> {
  const { server, port } = await otherServer();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Another program's server. */
async function otherServer(port = 0) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const fetchMessages = (url: string | null, token: string) =>
  fetch(`${url}/api/v1/messages`, { headers: { authorization: `Bearer ${token}` } });

test('checklist 1: when the port changes the bridge moves, the port file is updated, and current requests are finished', async (context) => {
  const [first, second] = [await freePort(), await freePort()];
  const answer = Promise.withResolvers<object>();
  const requested = Promise.withResolvers<void>();
  const reported: unknown[] = [];
  const bridge = await openTestBridge(context, {
    config: `[bridge]\nport = ${first}\n`,
    answer: () => (requested.resolve(), answer.promise),
    onState: (state) => reported.push(state),
  });
  const { url } = bridge.state();
  assert.deepEqual([url, bridge.port()], [`http://127.0.0.1:${first}`, first]);
  const underWay = fetchMessages(url, bridge.token());
  const socket = new WebSocket(`${url}/api/v1/events?token=${bridge.token()}`);
  await Promise.all([requested.promise, once(socket, 'open')]);

  bridge.change('bridge.port', second);
  const [{ code }] = (await once(socket, 'close')) as [CloseEvent];
  assert.equal(code, 1001);
  const moved = { url: `http://127.0.0.1:${second}`, trouble: null };
  assert.deepEqual([bridge.state(), reported, bridge.port()], [moved, [moved], second]);
  await assert.rejects(fetch(`${url}/api/v1/health`));
  answer.resolve({});
  assert.equal((await underWay).status, 200);
  assert.equal((await fetchMessages(moved.url, bridge.token())).status, 200);
});

test('if the new port is taken the bridge stays and reports it, until it can move', async (context) => {
  const other = await otherServer();
  context.after(() => other.server.close());
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\n' });
  const { url } = bridge.state();
  bridge.change('bridge.port', other.port);
  await until('the bridge is in trouble', () => bridge.state().trouble !== null);
  assert.equal(bridge.state().url, url);
  assert.match(
    String(bridge.state().trouble),
    new RegExp(
      `^Port ${other.port} on 127.0.0.1 is used by another program.*Until then the bridge stays at ${url}\\.$`,
    ),
  );
  assert.equal((await fetchMessages(url, bridge.token())).status, 200);
  const free = await freePort();
  bridge.change('bridge.port', free);
  await until('the trouble is over', () => bridge.state().trouble === null);
  assert.equal(bridge.port(), free);
});

test('checklist 3: a bridge that is disabled at run time leaves no port and no port file, and can be enabled again', async (context) => {
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\n' });
  const { url } = bridge.state();
  bridge.change('bridge.enabled', false);
  await until('the bridge has ended', () => bridge.state().url === null);
  assert.match(String(bridge.state().trouble), /turned off \(\[bridge\] enabled = false in config\.toml\)/);
  assert.ok(!existsSync(bridge.paths.bridgePortFile));
  await assert.rejects(fetch(`${url}/api/v1/health`));
  bridge.change('bridge.enabled', true);
  await until('the bridge runs', () => bridge.state().url !== null);
  assert.deepEqual(bridge.state(), { url, trouble: null });
});

test('allow-lists and the handshake change without a new bridge', async (context) => {
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\n' });
  const { url } = bridge.state();
  const socket = new WebSocket(`${url}/api/v1/events?token=${bridge.token()}`);
  await once(socket, 'open');
  const handshake = async () => (await fetch(`${url}/api/v1/auth/local-token`)).status;
  assert.equal(await handshake(), 200);
  bridge.change('bridge.auto_local_token', false);
  await until('no token is given any more', async () => (await handshake()) === 404);
  const asBoard = async () =>
    (await fetch(`${url}/api/v1/messages`, { headers: { origin: 'https://board.example' } })).status;
  assert.equal(await asBoard(), 403);
  bridge.change('bridge.cors_allowlist', ['https://board.example']);
  await until('the other origin is let in', async () => (await asBoard()) === 401);
  assert.deepEqual([bridge.starts(), socket.readyState], [1, WebSocket.OPEN]);
  socket.close();
});

test('checklist 6: a bind that other machines could reach starts no bridge and is reported with its line; a corrected one does', async (context) => {
  const folder = testFolder();
  writeFileSync(join(folder, 'bridge-port'), '1\n');
  const bridge = await openTestBridge(context, { folder, config: '[bridge]\nport = 0\nbind = "0.0.0.0"\n' });
  assert.deepEqual(bridge.state(), {
    url: null,
    trouble:
      'The bridge wasn’t started: [bridge].bind (config.toml, line 3) isn’t an address of this machine alone. ' +
      'Use 127.0.0.1, ::1 or localhost.',
  });
  assert.deepEqual([bridge.starts(), existsSync(bridge.paths.bridgePortFile)], [0, false]);
  bridge.change('bridge.bind', '127.0.0.1');
  await until('the bridge runs', () => bridge.state().url !== null);
  assert.equal(bridge.state().trouble, null);
});

test('checklist 6: a running bridge stays when such a bind is written, and reports it', async (context) => {
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\nbind = "127.0.0.1"\n' });
  const { url } = bridge.state();
  writeFileSync(bridge.paths.configFile, '[bridge]\nport = 0\nbind = "192.168.1.7"\n');
  await until('the bridge is in trouble', () => bridge.state().trouble !== null);
  assert.deepEqual(bridge.state(), {
    url,
    trouble:
      '[bridge].bind (config.toml, line 3) isn’t an address of this machine alone: the bridge stays on 127.0.0.1.',
  });
});

test('the active token stays until the next start, even if its file is replaced and the bridge moves', async (context) => {
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\n' });
  const token = bridge.token();
  writeFileSync(bridge.paths.bridgeTokenFile, 'quite-another-token\n');
  bridge.change('bridge.port', await freePort());
  await until('the bridge starts again', () => bridge.starts() === 2 && existsSync(bridge.paths.bridgePortFile));
  rmSync(bridge.paths.bridgeTokenFile);
  const { url } = bridge.state();
  assert.equal((await fetchMessages(url, token)).status, 200);
  assert.equal((await fetchMessages(url, 'quite-another-token')).status, 401);
  await bridge.close();
  const folder = dirname(bridge.paths.configFile);
  const next = await openTestBridge(context, { folder, port: 0 });
  assert.notEqual(next.token(), token);
  assert.equal((await fetchMessages(next.state().url, next.token())).status, 200);
});

test('a changed token_path activates its token, on the same port', async (context) => {
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\n' });
  const [{ url }, token] = [bridge.state(), bridge.token()];
  bridge.change('bridge.token_path', 'other-token');
  await until('the bridge starts again', () => bridge.starts() === 2);
  const other = join(dirname(bridge.paths.configFile), 'other-token');
  await until(
    'the old token is refused',
    async () => bridge.state().url !== null && (await fetchMessages(url, token)).status === 401,
  );
  assert.equal((await fetchMessages(url, readFileSync(other, 'utf8').trim())).status, 200);
  assert.equal(bridge.state().url, url);
});

test('a file that cannot be used is reported, and nothing is thrown', async (context) => {
  for (const name of ['bridge-token', 'bridge-port']) {
    const folder = testFolder();
    mkdirSync(join(folder, name));
    const { state } = await openTestBridge(context, { folder, port: 0 });
    assert.equal(state().url, null);
    assert.match(String(state().trouble), new RegExp(`^The (token|port) file .*${name} cannot be`));
  }
});

test('checklist 5: with a taken port there is no bridge, and the port file of a killed daemon is removed', async (context) => {
  const other = await otherServer();
  context.after(() => other.server.close());
  const folder = testFolder();
  writeFileSync(join(folder, 'bridge-port'), `${other.port}\n`);
  const bridge = await openTestBridge(context, { folder, port: other.port });
  assert.equal(bridge.state().url, null);
  assert.match(String(bridge.state().trouble), new RegExp(`^Port ${other.port} `));
  assert.ok(!existsSync(bridge.paths.bridgePortFile));
});

test('a port of the command line takes precedence over the file; a free one is the previous one if possible', async (context) => {
  const last = await freePort();
  const bridge = await openTestBridge(context, { port: 0, lastPort: last });
  assert.equal(bridge.port(), last);
  bridge.change('bridge.port', await freePort());
  bridge.change('bridge.auto_local_token', false);
  await until(
    'no token is given any more',
    async () => (await fetch(`http://127.0.0.1:${last}/api/v1/auth/local-token`)).status === 404,
  );
  assert.equal(bridge.starts(), 1);
  const other = await openTestBridge(context, { port: 0, lastPort: last });
  assert.notEqual(other.port(), last);
});

test('the host of the page gets the token of the running bridge, and the remedy for a missing one', async (context) => {
  const other = await otherServer();
  context.after(() => other.server.close());
  const reported: unknown[] = [];
  const bridge = await openTestBridge(context, {
    config: `[bridge]\nport = ${other.port}\n`,
    onState: (_state, { token, remedy }) => reported.push({ token, remedy }),
  });
  assert.partialDeepStrictEqual(bridge.access(), { token: undefined, remedy: 'other_port' });
  assert.equal(bridge.access().pageAddress(), undefined);
  bridge.change('bridge.port', 0);
  await until('the first change is reported', () => reported.length === 1);
  const token = bridge.token();
  assert.partialDeepStrictEqual(bridge.access(), { token, remedy: 'none' });
  bridge.change('bridge.enabled', false);
  await until('the second change is reported', () => reported.length === 2);
  assert.deepEqual(reported, [
    { token, remedy: 'none' },
    { token: undefined, remedy: 'enable_bridge' },
  ]);
});

test('the address that is opened contains a key that works once, and never the token', async (context) => {
  const bridge = await openTestBridge(context, { config: '[bridge]\nport = 0\nauto_local_token = false\n' });
  const address = new URL(bridge.access().pageAddress('/inbox/m/7?from=notification') ?? '');
  assert.deepEqual(
    [address.origin, address.pathname, address.search],
    [bridge.state().url, '/inbox/m/7', '?from=notification'],
  );
  assert.doesNotMatch(address.href, new RegExp(bridge.token()));
  const key = new URLSearchParams(address.hash.slice(1)).get('key');
  const redeem = async () =>
    fetch(`${address.origin}/api/v1/auth/local-token`, { headers: { authorization: `Bearer ${key}` } });
  const first = await redeem();
  assert.deepEqual([first.status, ((await first.json()) as { token: string }).token], [200, bridge.token()]);
  assert.equal((await redeem()).status, 404);
});

test('pages of other ports follow [bridge] local_pages; without the key the program decides', async (context) => {
  const statusIn = async (options: TestBridgeOptions) => {
    const bridge = await openTestBridge(context, { port: 0, ...options });
    const headers = { origin: 'http://localhost:5173' };
    return (await fetch(`${bridge.state().url}/api/v1/auth/local-token`, { headers })).status;
  };
  assert.equal(await statusIn({}), 200);
  assert.equal(await statusIn({ localPages: 'ask' }), 404);
  assert.equal(await statusIn({ localPages: 'ask', config: '[bridge]\nlocal_pages = "allow"\n' }), 200);
  assert.equal(await statusIn({ config: '[bridge]\nlocal_pages = "deny"\n' }), 404);
  assert.equal(await statusIn({ config: '[bridge]\nlocal_pages = "alow"\n' }), 404);
});
