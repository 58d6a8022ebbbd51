import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { movableClock, systemClock, type Clock } from '../base/clock.ts';
import { silentLog } from '../base/log.ts';
import { until } from '../test-until.ts';
import { startTcp } from './tcp.ts';
import { dialFront } from './test-connection.ts';
import type { Dispatch } from '../handler-types.ts';

const token = '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10';

type TestTcpOptions = { dispatch?: Dispatch; clock?: Clock; idleMs?: number };

async function open(t: TestContext, options: TestTcpOptions = {}) {
  const dispatched: string[] = [];
  const echo: Dispatch = async (request, input, caller) => {
    dispatched.push(request);
    return { request, input, ...caller };
  };
  const settings = { bind: '127.0.0.1', port: 0, token, dispatch: echo, log: silentLog };
  const tcp = await startTcp({ ...settings, ...options });
  t.after(() => tcp.close());
  return { ...tcp, dispatched };
}

/** Refusals are answered at once. */
const withoutDelays: Clock = {
  ...systemClock,
  wait: (ms, signal) => (ms > 5_000 ? systemClock.wait(ms, signal) : Promise.resolve()),
};

const dial = (t: TestContext, port: number) => dialFront(t, { port, host: '127.0.0.1' });

const line = (id: unknown, request: string, input: unknown = {}) => `${JSON.stringify({ id, request, input })}\n`;
const authenticate = (secret: unknown = token, id: unknown = 0) => line(id, 'Authenticate', { token: secret });

test('nothing but Authenticate is answered first, and a wrong token does not open it (checklist 180)', async (t) => {
  const { port, dispatched } = await open(t, { clock: withoutDelays });
  const attempts = [
    line('a', 'admin.status'),
    authenticate('7a0c7d3e-6f0e-4a55-9a4f-0d9f1d1f5a10', 'a'),
    authenticate(token.slice(1), 'a'),
    authenticate([token], 'a'),
    line('a', 'authenticate', { token }),
    line('a', 'Authenticate', token),
    line('a', 'Authenticate', { Token: token }),
  ];
  for (const attempt of attempts) {
    const { send, next } = await dial(t, port);
    send(attempt);
    const { id, error, reply } = await next();
    assert.deepEqual([id, error?.code, error?.kind, reply], ['a', 'unauthenticated', 'refused', undefined], attempt);
    send(authenticate());
    assert.deepEqual(await next(), { id: 0, reply: { authenticated: true } });
  }
  for (const malformed of [
    '{"id":1,\n',
    '[]\n',
    'null\n',
    'GET / HTTP/1.1\r\n',
    '\u0000\n',
    `${'['.repeat(4_000)}\n`,
  ]) {
    const { send, next } = await dial(t, port);
    send(malformed);
    assert.deepEqual(await next().then(({ id, error }) => [id, error?.code]), [null, 'unauthenticated']);
  }
  assert.deepEqual(dispatched, []);
});

test('after Authenticate it serves as the local socket does, also in the same chunk and in pieces', async (t) => {
  const { port } = await open(t);
  const { send, next, ended, socket } = await dial(t, port);
  send(`\n${authenticate()}${line(1, 'admin.ping', { text: 'ä' })}`);
  assert.deepEqual(await next(), { id: 0, reply: { authenticated: true } });
  assert.deepEqual(await next(), { id: 1, reply: { request: 'admin.ping', input: { text: 'ä' }, origin: 'cli' } });
  socket.end(line(2, 'jobs.list'));
  assert.equal((await next()).id, 2);
  assert.ok(await ended());

  const slow = await dial(t, port);
  for (const byte of Buffer.from(authenticate())) await new Promise((sent) => slow.socket.write(Buffer.of(byte), sent));
  assert.deepEqual((await slow.next()).reply, { authenticated: true });
  slow.send('{\n');
  assert.equal((await slow.next()).error?.code, 'invalid_json');
});

test('a connection is closed after five refusals, and after a line that is too long', async (t) => {
  const { port } = await open(t);
  const { send, next, ended } = await dial(t, port);
  send(authenticate('wrong').repeat(20));
  for (let attempt = 0; attempt < 5; attempt++) assert.equal((await next()).error?.code, 'unauthenticated');
  assert.ok(await ended());

  const long = await dial(t, port);
  long.send('a'.repeat(5_000));
  assert.match((await long.next()).error?.error ?? '', /4096 bytes/);
  assert.ok(await long.ended());
});

test('refusals are answered later each time, and the correct token at once', async (t) => {
  const clock = movableClock('2026-03-10T08:00:00.000Z');
  const waits: number[] = [];
  const { port } = await open(t, {
    clock: {
      ...clock,
      wait: (ms, signal) => (waits.push(ms), ms > 5_000 ? clock.wait(ms, signal) : Promise.resolve()),
    },
  });
  for (let connection = 0; connection < 4; connection++) {
    const { send, ended, next } = await dial(t, port);
    send(authenticate('wrong').repeat(5));
    for (let attempt = 0; attempt < 5; attempt++) await next();
    assert.ok(await ended());
  }
  const delays = waits.filter((ms) => ms <= 5_000);
  assert.deepEqual(delays.slice(0, 12), [0, 0, 0, 0, 0, 100, 200, 400, 800, 1_600, 3_200, 5_000]);
  assert.deepEqual(new Set(delays.slice(11)), new Set([5_000]));
  const { send, next } = await dial(t, port);
  send(authenticate());
  assert.deepEqual((await next()).reply, { authenticated: true });
  assert.equal(waits.filter((ms) => ms <= 5_000).length, 20);
  clock.advance(600_001);
  const later = await dial(t, port);
  later.send(authenticate('wrong'));
  await later.next();
  assert.equal(waits.at(-1), 0);
});

test('a client that does not authenticate in time is closed', async (t) => {
  const clock = movableClock('2026-03-10T08:00:00.000Z');
  const accepted = Promise.withResolvers<void>();
  const { port } = await open(t, { clock: { ...clock, wait: (...all) => (accepted.resolve(), clock.wait(...all)) } });
  const { next, ended } = await dial(t, port);
  await accepted.promise;
  clock.advance(10_000);
  assert.equal((await next()).error?.code, 'unauthenticated');
  assert.ok(await ended());
});

test('clients that have not authenticated do not keep others out: a ninth closes the first of them', async (t) => {
  const { port } = await open(t);
  const idle = [];
  for (let count = 0; count < 8; count++) idle.push(await dial(t, port));
  const user = await dial(t, port);
  assert.ok(await idle[0]?.ended());
  user.send(authenticate());
  assert.deepEqual((await user.next()).reply, { authenticated: true });
  idle[7]?.send(authenticate());
  assert.deepEqual((await idle[7]?.next())?.reply, { authenticated: true });
});

test('a 33rd authenticated connection is refused with a reason', async (t) => {
  const { port } = await open(t);
  for (let count = 0; count < 32; count++) {
    const { send, next } = await dial(t, port);
    send(authenticate());
    await next();
  }
  const { send, next, ended } = await dial(t, port);
  send(authenticate());
  await next();
  assert.equal((await next()).error?.code, 'too_many_connections');
  assert.ok(await ended());
});

test('a connection without requests is closed, one with a pending request is not, and neither is one that is answered', async (t) => {
  const pending = Promise.withResolvers<string>();
  const { port } = await open(t, { idleMs: 20, dispatch: async () => pending.promise });
  const [idle, busy] = [await dial(t, port), await dial(t, port)];
  busy.send(authenticate(), line(1, 'slow'));
  idle.send(authenticate());
  await idle.next();
  await busy.next();
  assert.ok(await idle.ended());
  pending.resolve('late');
  assert.deepEqual(await busy.next(), { id: 1, reply: 'late' });
  assert.ok(await busy.ended());
});

test('a client that does not read its replies is closed', async (t) => {
  const { port } = await open(t, { idleMs: 200, dispatch: async () => 'x'.repeat(1_000_000) });
  const socket = connect({ port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  let isClosed = false;
  socket.on('error', () => (isClosed = true)).on('close', () => (isClosed = true));
  await once(socket, 'connect');
  socket.write(authenticate() + Array.from({ length: 200 }, (_, id) => line(id, 'x')).join(''));
  socket.pause();
  // The client notices only when it writes, and each write is traffic.
  const write = () => {
    socket.write('\n');
    return isClosed;
  };
  await until('the connection is closed', write, { everyMs: 1_000 });
});

test('a bind that other computers could reach is refused, and so is a port that is taken', async (t) => {
  const settings = { token, dispatch: async () => null, log: silentLog, clock: systemClock };
  for (const bind of ['0.0.0.0', '::', '192.168.1.5', 'localhost', '']) {
    await assert.rejects(startTcp({ ...settings, bind, port: 0 }), {
      code: 'bind_not_loopback',
      message: /\[transports\.tcp\]\.bind/,
    });
  }
  const { port } = await open(t);
  await assert.rejects(startTcp({ ...settings, bind: '127.0.0.1', port }), {
    code: 'port_taken',
    message: /\[transports\.tcp\]\.port/,
  });
});
