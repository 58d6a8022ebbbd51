import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { until } from '../../test-until.ts';
import { startTcp } from '../tcp.ts';
import { testWorld } from './test-command-line.ts';

type Line = { id: number; request: string; input: { token?: string } };
/** The reply to a request; undefined gives none. */
type Answer = (line: Line) => object | undefined;

/** A daemon that only speaks the protocol. */
async function fakeDaemon(t: TestContext, answer: Answer, where: string | number) {
  const requests: Line[] = [];
  const sockets = new Set<Socket>();
  const arrivals = new Set<() => void>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      requests.push(line);
      const reply = answer(line);
      if (reply) socket.write(`${JSON.stringify({ id: line.id, ...reply })}\n`);
      for (const arrived of arrivals) arrived();
    });
  });
  if (typeof where === 'number') server.listen(where, '127.0.0.1');
  else server.listen(where);
  await once(server, 'listening');
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  t.after(close);
  return {
    requests,
    close,
    port: () => (server.address() as AddressInfo).port,
    async received(request: string) {
      while (!requests.some((line) => line.request === request))
        await new Promise<void>((resolve) => arrivals.add(resolve));
    },
    reply: (request: string, reply: object) => {
      const line = requests.findLast((each) => each.request === request);
      for (const socket of sockets) socket.write(`${JSON.stringify({ id: line?.id, reply })}\n`);
    },
  };
}

/** Whether a promise has settled after everything that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  for (let turns = 0; turns < 5; turns++) await turn();
  return settled;
}

test('ordinary requests stop at 120 s, SVC_IPC_TIMEOUT_SECS=5 after five, and 0 never (checklist 176)', async (t) => {
  for (const [seconds, limitMs] of [
    [undefined, 120_000],
    ['5', 5_000],
    ['0', undefined],
  ] as const) {
    const { run, socketPath } = testWorld();
    const daemon = await fakeDaemon(t, () => undefined, socketPath);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const running = run(['accounts'], { env: seconds === undefined ? {} : { SVC_IPC_TIMEOUT_SECS: seconds } });
    await daemon.received('accounts.list');
    t.mock.timers.tick((limitMs ?? 100_000_000) - 1);
    assert.equal(await isSettled(running), false);
    if (limitMs === undefined) daemon.reply('accounts.list', { accounts: [] });
    else t.mock.timers.tick(1);
    const { code, err } = await running;
    t.mock.timers.reset();
    assert.equal(code, limitMs === undefined ? 0 : 6);
    if (limitMs === undefined) continue;
    const { error } = JSON.parse(err) as { error: { code: string; message: string; daemon_continues: boolean } };
    assert.deepEqual([error.code, error.daemon_continues], ['timed_out', true]);
    assert.match(error.message, /It continues with what you asked for/);
  }
  const { run } = testWorld();
  assert.equal((await run(['accounts'], { env: { SVC_IPC_TIMEOUT_SECS: 'soon' } })).code, 2);
});

test('sync, rebuild, reindex, install and delivery scan show progress past 120 s (checklist 167, 177)', async (t) => {
  const account_id = '0b7c7a0e-5d0c-5a43-8a1e-3a5e8d1f0c11';
  const running = { kind: 'long work', status: 'running', progress: { completed: 2, total: 5 } };
  const sync = {
    account_id,
    account_name: 'Ada',
    healthy: true,
    last_synced_count: 1,
    progress: { message: 'Inbox: 2 of 5' },
  };
  let finished: object[] = [];
  const replies: Record<string, () => object> = {
    'jobs.list': () => ({ jobs: [running] }),
    'accounts.list': () => ({ accounts: [{ account_id, enabled: true, sync_kind: 'imap' }] }),
    'sync.start': () => ({ ok: true }),
    'sync.status': () => ({ sync_statuses: [sync] }),
    'admin.events': () => ({ entries: finished }),
  };
  const { run, socketPath } = testWorld();
  const daemon = await fakeDaemon(t, ({ request }) => replies[request] && { reply: replies[request]() }, socketPath);
  const rows = ['analytics.rebuild', 'semantic.reindex', 'semantic.install', 'deliveries.scan'];
  for (const words of [['sync'], ...rows.map((row) => ['api', row])]) {
    const row = words[1] ?? 'sync.start';
    finished = [];
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const command = run(words, { isTerminal: true });
    await daemon.received(row);
    for (let seconds = 0; seconds < 130; seconds++) {
      t.mock.timers.tick(1_000);
      assert.equal(await isSettled(command), false, row);
    }
    finished = [{ seq: 9, event: 'SyncFinished', account_id }];
    if (words[1]) daemon.reply(row, { ok: true });
    while (!(await isSettled(command))) t.mock.timers.tick(1_000);
    t.mock.timers.reset();
    const { code, err } = await command;
    assert.equal(code, 0, err);
    assert.match(err, words[1] ? /long work: 40%/ : /Ada: Inbox: 2 of 5/);
  }
});

test('tcp:// dials this computer alone, after its name was resolved and before anything is sent (checklist 178)', async (t) => {
  const { run, json } = testWorld();
  const dialled: unknown[] = [];
  const onSocket = (message: unknown) => void dialled.push(message);
  subscribe('net.client.socket', onSocket);
  t.after(() => unsubscribe('net.client.socket', onSocket));
  const env = { SVC_DAEMON_TOKEN: 'secret' };
  for (const address of [
    'tcp://10.0.0.1',
    'tcp://10.0.0.1:42830',
    'tcp://[::]:1',
    'tcp://0.0.0.0:1',
    'tcp://[2001:db8::1]:1',
  ]) {
    const { code, err } = await run(['accounts', '--daemon', address], { env });
    assert.deepEqual([code, (JSON.parse(err) as { error: { code: string } }).error.code], [4, 'not_loopback'], address);
  }
  for (const addresses of [['192.0.2.7'], ['127.0.0.1', '192.0.2.7']])
    assert.equal((await run(['accounts', '--daemon', 'tcp://localhost'], { env, addresses })).code, 4);
  for (const address of [
    'tcp://',
    'tcp://127.0.0.1:0',
    'tcp://127.0.0.1:99999',
    'tcp://a/b',
    'http://127.0.0.1',
    'nonsense',
  ])
    assert.equal((await run(['accounts', '--daemon', address], { env })).code, 2, address);
  assert.deepEqual(dialled, []);

  const daemon = await fakeDaemon(
    t,
    ({ request, input }) => {
      if (request !== 'Authenticate') return { reply: { accounts: [] } };
      if (input.token === 'secret') return { reply: { authenticated: true } };
      return { error: { code: 'unauthenticated', kind: 'refused', error: 'This isn’t the token of this daemon.' } };
    },
    0,
  );
  const address = `tcp://localhost:${daemon.port()}`;
  assert.deepEqual(await json(['accounts'], { env: { ...env, SVC_DAEMON_ADDR: address } }), {
    schema_version: 1,
    accounts: [],
  });
  assert.deepEqual(
    daemon.requests.map(({ request }) => request),
    ['Authenticate', 'accounts.list'],
  );
  assert.equal((await run(['accounts', '--daemon', address], { env: { SVC_DAEMON_TOKEN: 'wrong' } })).code, 4);
});

test('the TCP transport of a daemon accepts its own token', async (t) => {
  const { json, run } = testWorld();
  const transport = await startTcp({
    bind: '127.0.0.1',
    port: 0,
    token: 'secret',
    dispatch: async (request) => ({ request }),
    log: silentLog,
  });
  t.after(() => transport.close());
  const words = ['api', 'jobs.list', '--daemon', `tcp://127.0.0.1:${transport.port}`];
  const env = { SVC_DAEMON_TOKEN: 'secret' };
  assert.deepEqual(await json(words, { env }), { schema_version: 1, request: 'jobs.list' });
  const refused = await run(words, { env: { SVC_DAEMON_TOKEN: 'bridge-token' } });
  assert.deepEqual(
    [refused.code, (JSON.parse(refused.err) as { error: { code: string } }).error.code],
    [4, 'unauthenticated'],
  );
});

test('the token of tcp:// comes from SVC_DAEMON_TOKEN, else from the file', async (t) => {
  const { run, json, home } = testWorld();
  const daemon = await fakeDaemon(t, () => ({ reply: { accounts: [] } }), 0);
  const words = ['accounts', '--daemon', `tcp://127.0.0.1:${daemon.port()}`];
  const given = () => daemon.requests.findLast(({ request }) => request === 'Authenticate')?.input.token;
  assert.equal((await run(words)).code, 4);
  writeFileSync(join(home, 'daemon-token'), 'from the usual file\n');
  await json(words);
  assert.equal(given(), 'from the usual file');
  writeFileSync(join(home, 'other'), 'from another file');
  const env = { SVC_DAEMON_TOKEN_PATH: join(home, 'other') };
  await json(words, { env });
  assert.equal(given(), 'from another file');
  await json(words, { env: { ...env, SVC_DAEMON_TOKEN: 'from the environment' } });
  assert.equal(given(), 'from the environment');
});

const echoProgram = `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
writeFileSync(new URL('arguments.json', import.meta.url), JSON.stringify(process.argv.slice(2)));
createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify({ id: JSON.parse(line).id, reply: { accounts: [] } }));
});
`;

test('cmd:// splits its command on white space only: quotes arrive as characters (checklist 179)', async () => {
  const { json, run, home } = testWorld();
  writeFileSync(join(home, 'echo.mjs'), echoProgram);
  const command = `${process.execPath} ${join(home, 'echo.mjs')}`;
  assert.deepEqual(await json(['accounts', '--daemon', `cmd://${command}  host "a b" $HOME \t'c' *`]), {
    schema_version: 1,
    accounts: [],
  });
  const given: unknown = JSON.parse(readFileSync(join(home, 'arguments.json'), 'utf8'));
  assert.deepEqual(given, ['host', '"a', 'b"', '$HOME', "'c'", '*']);
  for (const [address, code] of [
    ['cmd://', 2],
    ['cmd://no-such-program-here', 3],
    [`cmd://${process.execPath} -e 0`, 3],
  ] as const)
    assert.equal((await run(['accounts', '--daemon', address])).code, code, address);
});

test('without a daemon every command ends with 3, and a lost connection with 7', async (t) => {
  const { run, socketPath } = testWorld();
  for (const words of [['status'], ['list'], ['send', 'abcd'], ['status', '--daemon', 'unix:///nowhere/at/all']]) {
    const { code, err, out } = await run(words);
    assert.deepEqual([code, out, (JSON.parse(err) as { error: { code: string } }).error.code], [3, '', 'no_daemon']);
  }
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  server.listen(socketPath);
  await once(server, 'listening');
  t.after(() => server.close());
  assert.equal((await run(['accounts'])).code, 7);
});

test('--follow goes on after the daemon has restarted', async (t) => {
  const { run, socketPath } = testWorld();
  const event = (seq: number) => ({ seq, event: 'SyncStarted', timestamp: 0, summary: `number ${seq}` });
  const first = await fakeDaemon(t, () => ({ reply: { entries: [event(1)] } }), socketPath);
  const ended = new AbortController();
  const following = run(['events', '--follow', '--after', '0'], { interrupted: ended.signal });
  await first.received('admin.events');
  await first.close();
  const second = await fakeDaemon(t, () => ({ reply: { entries: [event(2), event(1)] } }), socketPath);
  await second.received('admin.events');
  // Its reply is printed before the next request is sent.
  await until('it asks again', () => second.requests.length > 1);
  ended.abort();
  const { code, out } = await following;
  const seqs = out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.deepEqual([code, seqs], [0, [1, 2]]);
});
