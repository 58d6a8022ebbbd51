import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { movableClock } from '../../daemon/base/clock.ts';
import { until } from '../../daemon/test-until.ts';
import { openTestBridge, token } from '../test-bridge.ts';
import { testSettings } from '../test-settings.ts';
import { peerUserId } from './peer-user.ts';

const localToken = '/api/v1/auth/local-token';
const otherUserId = 65534;
const isLinux = process.platform === 'linux';
const onlyAsRoot = !(isLinux && process.getuid?.() === 0) && 'only root on Linux can start a program as another user';

/** Sends the handshake from a process of this user. */
async function handshakeAs(uid: number, url: string): Promise<{ status: number; text: string }> {
  const program = `
    const response = await fetch(process.argv[1]);
    console.log(JSON.stringify({ status: response.status, text: await response.text() }));`;
  const words = ['--input-type=module', '-e', program, url];
  const options = { uid, gid: uid, cwd: '/', env: {} };
  const { stdout } = await promisify(execFile)(process.execPath, words, options);
  return JSON.parse(stdout) as { status: number; text: string };
}

test(
  'a program of another user gets no token, also with forged headers, and one of the same user gets it',
  { skip: onlyAsRoot },
  async (context) => {
    const hosts: [bind: string, host: string][] = [
      ['127.0.0.1', '127.0.0.1'],
      ['::1', '[::1]'],
      ['::ffff:127.0.0.1', '127.0.0.1'],
    ];
    for (const [bind, host] of hosts) {
      const { port } = await openTestBridge(context, { settings: { bind } });
      const url = `http://${host}:${port}${localToken}`;
      const stranger = await handshakeAs(otherUserId, url);
      assert.equal(stranger.status, 404, bind);
      assert.doesNotMatch(stranger.text, new RegExp(token));
      assert.equal((await handshakeAs(process.getuid?.() ?? 0, url)).status, 200, bind);
    }
  },
);

test('a program of another user cannot use a one-time key', { skip: onlyAsRoot }, async (context) => {
  const { oneTimeKey, port, send } = await openTestBridge(context, { settings: { auto_local_token: false } });
  const headers = { authorization: `Bearer ${oneTimeKey()}` };
  const program = `fetch(process.argv[1], { headers: JSON.parse(process.argv[2]) }).then(({ status }) => console.log(status));`;
  const words = ['-e', program, `http://127.0.0.1:${port}${localToken}`, JSON.stringify(headers)];
  const options = { uid: otherUserId, gid: otherUserId, cwd: '/', env: {} };
  const { stdout } = await promisify(execFile)(process.execPath, words, options);
  assert.equal(stdout.trim(), '404');
  assert.equal((await send(localToken, { headers })).status, 200);
});

test(
  'the user of a connection is known while its client holds it, and unknown afterwards',
  { skip: !isLinux },
  async (context) => {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    context.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const client = connect(port, '127.0.0.1');
    const [accepted] = (await once(server, 'connection')) as [Socket];
    context.after(() => accepted.destroy());
    const { remoteAddress, remotePort, localAddress, localPort } = accepted;
    const ends = { remoteAddress, remotePort, localAddress, localPort };
    assert.equal(await peerUserId(ends), process.geteuid?.());
    client.destroy();
    await until('the owner is unknown', async () => (await peerUserId(ends)) === undefined);
    assert.equal(await peerUserId({ ...ends, remoteAddress: '10.0.0.1' }), undefined);
    assert.equal(await peerUserId({}), undefined);
  },
);

const otherPage = 'http://localhost:5173';

test('[bridge] local_pages decides about pages of other ports; the own page and programs are not affected', async (context) => {
  const asked: string[] = [];
  const { port, allow, send } = await openTestBridge(context, { onLocalPage: (origin) => asked.push(origin) });
  const host = `127.0.0.1:${port}`;
  const statusOf = async (headers: Record<string, string>) =>
    (await send(localToken, { headers: { host, ...headers } })).status;
  const unaffected: Record<string, string>[] = [
    {},
    { origin: `http://${host}` },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { origin: 'https://board.example' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://LOCALHOST:4000' },
  ];
  const affected: Record<string, string>[] = [
    { origin: otherPage },
    { origin: 'http://127.0.0.1:8080' },
    { origin: 'https://localhost' },
    { origin: `http://localhost:${port}` },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  ];
  const lists = {
    cors_allowlist: ['https://board.example', 'http://localhost:3000'],
    allowed_local_pages: ['http://localhost:4000'],
    denied_local_pages: ['http://localhost:6000'],
  };
  for (const [local_pages, expected] of [
    ['allow', 200],
    ['ask', 404],
    ['deny', 404],
  ] as const) {
    allow({ ...testSettings, ...lists, local_pages });
    for (const headers of unaffected)
      assert.equal(await statusOf(headers), 200, `${local_pages} ${JSON.stringify(headers)}`);
    for (const headers of affected)
      assert.equal(await statusOf(headers), expected, `${local_pages} ${JSON.stringify(headers)}`);
    assert.equal(await statusOf({ origin: 'http://localhost:6000' }), 404, local_pages);
  }
  assert.deepEqual(asked, [otherPage, 'http://127.0.0.1:8080', 'https://localhost', `http://localhost:${port}`]);
});

test('a page that is asked about gets the token once it is allowed, and no one is asked while the handshake is off', async (context) => {
  const asked: string[] = [];
  const settings = { ...testSettings, local_pages: 'ask' as const };
  const { allow, send } = await openTestBridge(context, { settings, onLocalPage: (origin) => asked.push(origin) });
  const statusOf = async () => (await send(localToken, { headers: { origin: otherPage } })).status;
  assert.equal(await statusOf(), 404);
  allow({ ...settings, allowed_local_pages: [otherPage] });
  assert.equal(await statusOf(), 200);
  allow({ ...settings, auto_local_token: false });
  assert.equal(await statusOf(), 404);
  assert.deepEqual(asked, [otherPage]);
});

test('a one-time key opens the handshake once, for two minutes, also where it is turned off', async (context) => {
  const clock = movableClock('2026-01-02T03:04:05Z');
  const settings = { auto_local_token: false, local_pages: 'ask' as const };
  const { oneTimeKey, send, port } = await openTestBridge(context, { settings, clock });
  const redeem = async (key: string, headers: Record<string, string> = {}) =>
    await send(localToken, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const key = oneTimeKey();
  assert.equal((await redeem(key, { origin: otherPage })).status, 404);
  const ownPage = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
  assert.equal((await redeem(key, ownPage)).json.token, token);
  assert.equal((await redeem(key, ownPage)).status, 404);
  assert.equal((await redeem(`${oneTimeKey()}x`)).status, 404);
  const old = oneTimeKey();
  clock.advance(121_000);
  assert.equal((await redeem(old)).status, 404);
  assert.equal((await send('/api/v1/messages', { headers: { authorization: `Bearer ${oneTimeKey()}` } })).status, 401);
});
