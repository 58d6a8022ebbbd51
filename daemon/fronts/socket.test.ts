import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { Failure } from '../base/failure.ts';
import { silentLog } from '../base/log.ts';
import { file, type Request } from '../contract/define.ts';
import { waitLimitMs, until } from '../test-until.ts';
import { testFolder } from '../test-folder.ts';
import { connectTo } from './client.ts';
import { startSocket } from './socket.ts';
import { dialFront } from './test-connection.ts';
import type { Dispatch } from '../handler-types.ts';

const skip = process.platform === 'win32' && 'named pipes have no files';

/** Replies with its input. */
const echo: Dispatch = async (request, input, caller) => ({ request, input, ...caller });

async function open(t: TestContext, dispatch = echo, path = join(testFolder(), 'run', 's')) {
  const socket = await startSocket({ path, dispatch, log: silentLog });
  t.after(() => socket.close());
  return { path, ...socket };
}

const dial = (t: TestContext, path: string) => dialFront(t, { path });

const ask = (id: number, request = 'admin.ping', input: unknown = {}) => `${JSON.stringify({ id, request, input })}\n`;

test('a request is one line and so is its reply, and the caller is the command line', { skip }, async (t) => {
  const { path } = await open(t);
  const { send, next } = await dial(t, path);
  send(ask(1, 'jobs.get', { job_id: 'ä' }));
  assert.deepEqual(await next(), { id: 1, reply: { request: 'jobs.get', input: { job_id: 'ä' }, origin: 'cli' } });
});

test('a request with a key is executed once, and an invalid key is refused', { skip }, async (t) => {
  const { path } = await open(t, async (_request, _input, _caller, more) => ({ key: more?.idempotencyKey }));
  const { send, next } = await dial(t, path);
  const line = (id: number, idempotency_key?: unknown) =>
    `${JSON.stringify({ id, request: 'jobs.get', idempotency_key })}\n`;
  send(line(1, 'k'));
  assert.deepEqual(await next(), { id: 1, reply: { key: 'k' } });
  send(line(2));
  assert.deepEqual(await next(), { id: 2, reply: {} });
  send(line(3, ''));
  assert.equal((await next()).error?.code, 'invalid_request');
});

test('the reason of a caller is passed on', { skip }, async (t) => {
  const { path } = await open(t, async (_request, _input, _caller, more) => ({ ...more }));
  const { send, next } = await dial(t, path);
  send(`${JSON.stringify({ id: 1, request: 'jobs.get', reason: 'Für Zoë' })}\n`);
  assert.deepEqual(await next(), { id: 1, reply: { reason: 'Für Zoë' } });
});

test('several requests in one chunk, and one request in several chunks, are all answered', { skip }, async (t) => {
  const { path } = await open(t);
  const { send, next, socket } = await dial(t, path);
  send(ask(1) + ask(2) + '\n\r\n' + ask(3).slice(0, 7));
  assert.deepEqual([(await next()).id, (await next()).id], [1, 2]);
  send(ask(3).slice(7));
  assert.equal((await next()).id, 3);
  // Splits a two-byte character.
  const bytes = Buffer.from(ask(4, 'x', 'ä'));
  const cut = bytes.indexOf(0xc3) + 1;
  socket.write(bytes.subarray(0, cut), () => socket.write(bytes.subarray(cut)));
  assert.deepEqual((await next()).reply, { request: 'x', input: 'ä', origin: 'cli' });
});

test('an invalid line is answered with an error, and the connection continues', { skip }, async (t) => {
  const { path } = await open(t);
  const { send, next } = await dial(t, path);
  for (const [line, code] of [
    ['{"id":1,', 'invalid_json'],
    ['[]', 'invalid_request'],
    ['{"id":{},"request":"x"}', 'invalid_request'],
    ['"import.start"', 'invalid_request'],
    ['null', 'invalid_request'],
  ] as const) {
    send(`${line}\n`);
    const { id, error } = await next();
    assert.deepEqual([id, error?.code, error?.kind], [null, code, 'invalid'], line);
  }
  send(ask(9));
  assert.equal((await next()).id, 9);
});

test('a failure is sent with its code and details, and a bug without its cause', { skip }, async (t) => {
  const { path } = await open(t, async (request) => {
    if (request === 'bug') throw new Error('/secret/path');
    throw new Failure('unavailable', 'busy', 'Not now.', { retryable: true, seconds: 3 });
  });
  const { send, next } = await dial(t, path);
  send(ask(1));
  assert.deepEqual(await next(), {
    id: 1,
    error: { error: 'Not now.', code: 'busy', kind: 'unavailable', retryable: true, seconds: 3 },
  });
  send(ask(2, 'bug'));
  const reply = await next();
  assert.equal(reply.error?.code, 'internal');
  assert.doesNotMatch(JSON.stringify(reply), /secret/);
});

test('a line of more than a megabyte is refused and ends the connection', { skip }, async (t) => {
  const { path } = await open(t);
  const { send, next, ended } = await dial(t, path);
  send(ask(1, 'x', 'a'.repeat(900_000)));
  assert.equal((await next()).id, 1);
  send(Buffer.alloc(1_100_000, 'a'));
  assert.equal((await next()).error?.code, 'line_too_long');
  assert.ok(await ended());
});

test('a client that stops sending still receives every reply', { skip }, async (t) => {
  const waiting = Promise.withResolvers<void>();
  const { path } = await open(t, async (name) => (name === 'slow' ? waiting.promise.then(() => 'late') : name));
  const { send, next, ended, socket } = await dial(t, path);
  send(ask(1, 'slow') + ask(2, 'quick') + '{"id":3,"request":"half a line');
  socket.end();
  assert.equal((await next()).id, 2);
  waiting.resolve();
  assert.deepEqual(await next(), { id: 1, reply: 'late' });
  assert.ok(await ended());
});

test('a connection has at most 64 pending requests', { skip }, async (t) => {
  const go = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  const { path } = await open(t, async () => {
    most = Math.max(most, ++underWay);
    if (underWay === 64) full.resolve();
    await go.promise;
    underWay--;
    return 'done';
  });
  const { send, next } = await dial(t, path);
  send(Array.from({ length: 500 }, (_, id) => ask(id)).join(''));
  await full.promise;
  go.resolve();
  for (let count = 0; count < 500; count++) await next();
  assert.equal(most, 64);
});

test(
  'requests of a client that does not read its replies wait, and no reply is lost once it reads',
  { skip },
  async (t) => {
    const answer = 'x'.repeat(100_000);
    let answered = 0;
    const { path } = await open(t, async () => {
      answered++;
      return answer;
    });
    const socket = createConnection({ path });
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    socket.pause();
    await new Promise((sent) => socket.write(Array.from({ length: 2_000 }, (_, id) => ask(id)).join(''), sent));
    // The reply on another connection arrives after all immediate work for the first one.
    const other = await dial(t, path);
    for (let id = 0; id < 50; id++) {
      other.send(ask(id));
      await other.next();
    }
    assert.ok(answered < 500, `${answered} replies were created for a client that reads none`);
    assert.equal(await countLines(socket, 2_000), 2_000);
  },
);

async function countLines(socket: Socket, maxCount: number): Promise<number> {
  let count = 0;
  for await (const _ of createInterface({ input: socket })) if (++count === maxCount) break;
  return count;
}

test('a 33rd connection is refused with a reason, and accepted once another is closed', { skip }, async (t) => {
  const { path } = await open(t);
  const connections = await Promise.all(Array.from({ length: 32 }, () => dial(t, path)));
  for (const { send, next } of connections) {
    send(ask(1));
    await next();
  }
  const refused = await dial(t, path);
  assert.equal((await refused.next()).error?.code, 'too_many_connections');
  assert.ok(await refused.ended());
  const [first] = connections;
  first?.socket.end();
  assert.ok(await first?.ended());
  const taken = await dial(t, path);
  taken.send(ask(1));
  assert.equal((await taken.next()).id, 1);
});

test('a request that replies with a file is refused before the file is opened', { skip }, async (t) => {
  const row: Request = {
    summary: 'A file.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: file(),
  };
  const path = join(testFolder(), 's');
  const dispatch = () => assert.fail('it was dispatched');
  const socket = await startSocket({
    path,
    dispatch,
    log: silentLog,
    requestOf: (name) => (name === 'files.get' ? row : undefined),
  });
  t.after(() => socket.close());
  const { send, next } = await dial(t, path);
  send(ask(1, 'files.get'));
  assert.equal((await next()).error?.code, 'not_on_socket');
});

test('a socket left by a crash is replaced; an active socket and other files are not', { skip }, async (t) => {
  const first = await open(t);
  await assert.rejects(startSocket({ path: first.path, dispatch: echo, log: silentLog }), { code: 'socket_in_use' });

  const stale = join(testFolder(), 's');
  const killed = spawn(process.execPath, ['-e', `require('net').createServer().listen(${JSON.stringify(stale)})`]);
  await until('the other program listens', () => existsSync(stale));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  assert.ok(existsSync(stale));
  const { send, next } = await dial(t, (await open(t, echo, stale)).path);
  send(ask(1));
  assert.equal((await next()).id, 1);

  const file = join(testFolder(), 's');
  writeFileSync(file, 'mine');
  await assert.rejects(startSocket({ path: file, dispatch: echo, log: silentLog }), { code: 'socket_path_taken' });
  assert.ok(statSync(file).isFile());
});

test(
  'a folder that other users can write to is refused, and so is a link in place of the socket',
  { skip },
  async () => {
    const shared = join(testFolder(), 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const start = (path: string) => startSocket({ path, dispatch: echo, log: silentLog });
    await assert.rejects(start(join(shared, 's')), { code: 'socket_folder_shared' });
    const linked = join(testFolder(), 's');
    symlinkSync('/nowhere', linked);
    await assert.rejects(start(linked), { code: 'socket_path_taken' });
  },
);

test(
  'closing finishes pending requests, removes the socket file, and does not wait for idle clients',
  { skip },
  async (t) => {
    const waiting = Promise.withResolvers<void>();
    const { path, close } = await open(t, () => waiting.promise);
    const busy = await dial(t, path);
    const idle = await dial(t, path);
    busy.send(ask(1));
    await new Promise((resolve) => setImmediate(resolve));
    const closed = close();
    waiting.resolve();
    assert.ok(await idle.ended());
    busy.socket.destroy();
    idle.socket.destroy();
    await closed;
    assert.ok(!existsSync(path));
  },
);

test('the client matches replies to requests, passes on failures, and times out', { skip }, async (t) => {
  const { path } = await open(t, async (request, input) => {
    if (request === 'admin.ping') return new Promise(() => {});
    if (request === 'jobs.list') throw new Failure('refused', 'policy', 'No.', { why: 'because' });
    return input;
  });
  const client = await connectTo(path, { timeoutMs: waitLimitMs });
  assert.ok(client);
  t.after(() => client.close());
  const [one, two] = await Promise.all([client.ask('jobs.get', { n: 1 }), client.ask('jobs.get', { n: 2 })]);
  assert.deepEqual([one, two], [{ n: 1 }, { n: 2 }]);
  await assert.rejects(client.ask('jobs.list', {}), { code: 'policy', details: { why: 'because' } });
  const impatient = await connectTo(path, { timeoutMs: 200 });
  assert.ok(impatient);
  t.after(() => impatient.close());
  await assert.rejects(impatient.ask('admin.ping', {}), { code: 'timed_out', message: /SVC_IPC_TIMEOUT_SECS/ });
  assert.equal(await connectTo(join(testFolder(), 'nothing'), { timeoutMs: waitLimitMs }), undefined);
});
