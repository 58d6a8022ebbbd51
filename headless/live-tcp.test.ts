import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../daemon/base/log.ts';
import { openConfig } from '../daemon/config/live-config.ts';
import { resolvePaths, type Environment } from '../daemon/config/paths.ts';
import { ensureToken } from '../daemon/config/private-file.ts';
import { testFolder } from '../daemon/test-folder.ts';
import { until } from '../daemon/test-until.ts';
import { openLiveTcp } from './live-tcp.ts';

const bridgeToken = 'the-token-of-the-bridge';
const enabled = '[transports.tcp]\nenabled = true\nport = 0\n';

async function openTcp(t: TestContext, text: string, more: Environment = {}) {
  const folder = testFolder();
  const env = { SVC_CONFIG_DIR: folder, SVC_DATA_DIR: folder, ...more };
  const paths = resolvePaths({ env, platform: process.platform, home: folder });
  writeFileSync(paths.configFile, text);
  let reload = (): void => undefined;
  const watch = (_file: string, onChange: () => void) => ((reload = onChange), () => undefined);
  const config = openConfig(paths, { log: silentLog, watch });
  const logged: string[] = [];
  const log = { ...silentLog, error: (message: unknown) => void logged.push(String(message)) };
  const dispatch = async (request: string) => request;
  const tcp = await openLiveTcp({ config, paths, env, bridgeToken: () => bridgeToken, dispatch, log });
  t.after(async () => {
    await tcp.close();
    config.close();
  });
  return {
    ...tcp,
    paths,
    logged,
    write(changed: string) {
      writeFileSync(paths.configFile, changed);
      reload();
    },
  };
}

/** The answer to Authenticate with a token. */
async function answerTo(port: number | undefined, token: string): Promise<unknown> {
  const socket = connect({ port: port ?? 0, host: '127.0.0.1' });
  socket.write(`${JSON.stringify({ id: 1, request: 'Authenticate', input: { token } })}\n`);
  const [line] = (await once(createInterface({ input: socket }), 'line')) as [string];
  socket.destroy();
  const { reply, error } = JSON.parse(line) as { reply?: unknown; error?: { code: string } };
  return reply ?? error?.code;
}
const opened = { authenticated: true };

test('it is closed by default, and follows its settings', async (t) => {
  const tcp = await openTcp(t, '');
  assert.deepEqual([tcp.port(), tcp.trouble()], [undefined, null]);
  tcp.write(enabled);
  await until('it is open', () => tcp.port() !== undefined);
  const { token } = ensureToken(tcp.paths.daemonTokenFile);
  assert.deepEqual(await answerTo(tcp.port(), token), opened);
  const port = tcp.port() ?? 0;
  tcp.write(enabled.replace('true', 'false'));
  await until('it is closed', () => tcp.port() === undefined);
  const socket = connect({ port, host: '127.0.0.1' });
  const [refused] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  assert.equal(refused.code, 'ECONNREFUSED');
});

test('a bind that other computers could reach keeps it closed, and the message names the key (checklist 181)', async (t) => {
  for (const bind of ['192.168.1.5', '0.0.0.0', '::', 'localhost']) {
    const tcp = await openTcp(t, `${enabled}bind = "${bind}"\n`);
    assert.equal(tcp.port(), undefined);
    assert.match(tcp.trouble() ?? '', /\[transports\.tcp\]\.bind \(config\.toml, line 4\).*not opened/);
    assert.deepEqual(tcp.logged, [tcp.trouble()]);
  }
  const tcp = await openTcp(t, enabled);
  const { port } = tcp;
  tcp.write(`${enabled}bind = "0.0.0.0"\n`);
  await until('the mistake is noticed', () => tcp.trouble() !== null);
  assert.match(tcp.trouble() ?? '', /stays as it was/);
  assert.equal(await answerTo(port(), 'wrong-token'), 'unauthenticated');
});

test('the file daemon-token is made for its owner alone, and SVC_DAEMON_TOKEN_PATH moves it (checklist 182)', async (t) => {
  const moved = join(testFolder(), 'elsewhere', 'token');
  const tcp = await openTcp(t, enabled, { SVC_DAEMON_TOKEN_PATH: moved });
  if (process.platform !== 'win32') assert.equal(statSync(moved).mode & 0o777, 0o600);
  assert.deepEqual(await answerTo(tcp.port(), ensureToken(moved).token), opened);
});

test('SVC_DAEMON_TOKEN beats the file, and a form that no token has keeps it closed (checklist 182)', async (t) => {
  const tcp = await openTcp(t, enabled, { SVC_DAEMON_TOKEN: 'from-the-environment' });
  assert.deepEqual(await answerTo(tcp.port(), 'from-the-environment'), opened);
  assert.equal(await answerTo(tcp.port(), ensureToken(tcp.paths.daemonTokenFile).token), 'unauthenticated');
  const short = await openTcp(t, enabled, { SVC_DAEMON_TOKEN: 'short' });
  assert.match(short.trouble() ?? '', /SVC_DAEMON_TOKEN can’t be used/);
  assert.equal(short.port(), undefined);
});

test('the token of the bridge does not open it (checklist 180)', async (t) => {
  const tcp = await openTcp(t, enabled);
  assert.equal(await answerTo(tcp.port(), bridgeToken), 'unauthenticated');
  const shared = await openTcp(t, enabled, { SVC_DAEMON_TOKEN: bridgeToken });
  assert.match(shared.trouble() ?? '', /its token is that of the bridge/);
  assert.equal(shared.port(), undefined);
});

test('a taken port keeps it closed, and says which setting names it', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const tcp = await openTcp(t, enabled.replace('port = 0', `port = ${port}`));
  assert.match(tcp.trouble() ?? '', /\[transports\.tcp\]\.port/);
});
