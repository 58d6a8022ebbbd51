import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { until } from '../../daemon/test-until.ts';
import { defaultLimits } from './limits.ts';
import { sendRaw, bearer, fileOf, openTestBridge, token } from '../test-bridge.ts';
import { uploadOf } from './upload.ts';

const messages = '/api/v1/messages';
const ours = `Host: localhost\r\nAuthorization: Bearer ${token}\r\n`;
const asJson = 'Content-Type: application/json\r\n';
const health = 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n';

/** The answers in the output of a connection: status and body of each. */
function answersIn(output: string): { status: number; json: Record<string, unknown> }[] {
  return output
    .split(/(?=HTTP\/1\.1 )/)
    .filter((part) => !part.startsWith('HTTP/1.1 100 '))
    .map((part) => ({ status: Number(part.slice(9, 12)), json: JSON.parse(part.split('\r\n\r\n')[1] || '{}') }));
}

async function open(context: TestContext, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  context.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('a connection over the limit gets a refusal in JSON, and is served once another connection ends', async (context) => {
  const { send, port } = await openTestBridge(context, { limits: { maxConnections: 2 } });
  const [first] = [await open(context, port), await open(context, port)];
  const { status, headers, json } = await send('/api/v1/health');
  assert.deepEqual(
    [status, json.code, json.retryable, headers['retry-after'], headers.connection],
    [429, 'too_many_connections', true, '2', 'close'],
  );
  assert.match(String(headers['x-request-id']), /./);
  const upgrade = `GET /api/v1/events HTTP/1.1\r\n${ours}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  assert.match(await sendRaw(port, upgrade), /^HTTP\/1\.1 429 .*"code":"too_many_connections"/s);
  first.destroy();
  await until('a place is free', async () => (await send('/api/v1/health')).status === 200);
});

test('connections far over the limit are dropped without an answer', async (context) => {
  const { port } = await openTestBridge(context, { limits: { maxConnections: 1 } });
  await open(context, port);
  await open(context, port);
  const dropped = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(dropped, 'close');
});

test('requests that wait on one connection are answered in order, up to a limit', async (context) => {
  const reply = Promise.withResolvers<object>();
  const { port, dispatched } = await openTestBridge(context, {
    limits: { maxPipelined: 3 },
    handlers: { 'messages.list': () => reply.promise },
  });
  const output = sendRaw(port, `GET ${messages} HTTP/1.1\r\n${ours}\r\n`.repeat(5));
  await until('three requests arrive', () => dispatched.length === 3);
  reply.resolve({ messages: [] });
  const answers = answersIn(await output);
  assert.deepEqual(
    answers.map(({ status, json }) => json.code ?? status),
    [200, 200, 200, 'too_much_at_once'],
  );
  assert.equal(dispatched.length, 3);
});

test('a JSON body that arrives too slowly is given up, and other clients are served meanwhile', async (context) => {
  const { send, port, dispatched } = await openTestBridge(context, { limits: { jsonTimeoutMs: 200 } });
  const head = `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}`;
  const slow = [
    sendRaw(port, `${head}Content-Length: 20\r\n\r\n{"text":`),
    sendRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n8\r\n{"text":\r\n`),
  ];
  assert.equal((await send('/api/v1/health')).status, 200);
  for (const output of slow)
    assert.match(await output, /^HTTP\/1\.1 408 .*connection: close.*"code":"request_timeout","retryable":true/is);
  assert.deepEqual(
    dispatched.map(({ name }) => name),
    ['messages.health'],
  );
});

test('an upload that arrives too slowly is given up', async (context) => {
  const handlers = { 'messages.enclose': async ({ content }: Record<string, unknown>) => await sizeOf(content) };
  const { port } = await openTestBridge(context, { handlers, limits: { uploadGraceMs: 100 } });
  const output = await sendRaw(
    port,
    `POST ${messages}/1/enclosure?name=a HTTP/1.1\r\n${ours}Content-Length: 1000\r\n\r\nabc`,
  );
  assert.match(output, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
});

test('the time a handler takes with an upload does not count against its client', async () => {
  const clock = movableClock('2026-01-02T03:04:05Z');
  const body = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  const pieces = uploadOf(body as unknown as IncomingMessage, defaultLimits, clock);
  assert.equal(String((await pieces.next()).value), 'a');
  clock.advance(3_600_000);
  assert.equal(String((await pieces.next()).value), 'b');
});

test('headers that arrive too slowly on a hundred connections are given up, while other clients are served', async (context) => {
  const { send, port } = await openTestBridge(context, { limits: { headersTimeoutMs: 1000 } });
  const slow = Array.from({ length: 100 }, () => sendRaw(port, 'GET /api/v1/health HTTP/1.1\r\nHost: local'));
  for (let served = 0; served < 20; served++)
    await until('others are served', async () => (await send('/api/v1/health')).status === 200);
  for (const output of await Promise.all(slow))
    assert.match(output, /^HTTP\/1\.1 408 .*x-request-id: .*"code":"request_timeout"/s);
});

test('a connection that goes on sending after a refusal is cut', async (context) => {
  const { port } = await openTestBridge(context, { limits: { discardBodyMs: 100 } });
  const output = await sendRaw(
    port,
    `POST ${messages}/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc`,
  );
  assert.match(output, /^HTTP\/1\.1 401 /);
});

test('a client that does not read its answer is cut, and the source of the answer is closed', async (context) => {
  const stream = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
  const { port } = await openTestBridge(context, {
    limits: { stalledTimeoutMs: 200 },
    handlers: { 'messages.open': () => fileOf('', { stream, size: undefined }) },
  });
  const socket = await open(context, port);
  socket.pause();
  socket.write(`GET ${messages}/1/enclosure HTTP/1.1\r\n${ours}\r\n`);
  await finished(stream).catch(() => undefined);
  assert.ok(stream.destroyed);
});

test('an answer that takes longer than the idle limit to make is waited for', async (context) => {
  const reply = Promise.withResolvers<object>();
  const { send, port, dispatched } = await openTestBridge(context, {
    limits: { stalledTimeoutMs: 100 },
    handlers: { 'messages.list': () => reply.promise },
  });
  const waiting = send(messages, { headers: bearer });
  await until('the request arrives', () => dispatched.length === 1);
  // Later connections that send nothing are cut meanwhile.
  for (let cut = 0; cut < 3; cut++) await once(await open(context, port), 'close');
  reply.resolve({});
  assert.equal((await waiting).status, 200);
});

const large = 'a'.repeat(20_000);
const oddRequests: [what: string, bytes: string, status: number, code?: string][] = [
  ['HTTP/1.0', 'GET /api/v1/health HTTP/1.0\r\nHost: localhost\r\n\r\n', 200],
  ['HTTP/1.0 without Host', 'GET /api/v1/health HTTP/1.0\r\n\r\n', 403, 'host_missing'],
  ['HTTP/0.9', 'GET /api/v1/health\r\n\r\n', 403, 'host_missing'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid_request'],
  ['an empty Host', 'GET /api/v1/health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 403, 'host_missing'],
  [
    'two Hosts, the second after thousands of headers',
    `GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(3000)}Host: evil.example\r\nConnection: close\r\n\r\n`,
    403,
    'host_not_allowed',
  ],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400, 'invalid_target'],
  ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405, 'method_not_allowed'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405, 'method_not_allowed'],
  ['TRACE of the API', `TRACE ${messages} HTTP/1.1\r\n${ours}Connection: close\r\n\r\n`, 405, 'method_not_allowed'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid_request'],
  ['an Upgrade to what we do not speak', `${health}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`, 200],
  ['an unknown expectation', `${health}Expect: miracles\r\nConnection: close\r\n\r\n`, 417, 'expectation_failed'],
  [
    'a body announced with Expect',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    200,
  ],
  [
    'chunks with a trailer',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\nHost: evil.example\r\n\r\n`,
    200,
  ],
  [
    'chunks and a length',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    400,
    'invalid_request',
  ],
  [
    'two lengths',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'invalid_request',
  ],
  [
    'a length that is no number',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Content-Length: -1\r\n\r\n{}`,
    400,
    'invalid_request',
  ],
  [
    'a coding that is not chunked',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Transfer-Encoding: gzip\r\n\r\n{}`,
    400,
    'invalid_request',
  ],
  [
    'a chunk without a size',
    `POST ${messages}/1 HTTP/1.1\r\n${ours}${asJson}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    400,
    'invalid_request',
  ],
  ['headers larger than 16 KB', `${health}X-Long: ${large}\r\n\r\n`, 431, 'headers_too_large'],
  ['an address larger than that', `GET /?q=${large} HTTP/1.1\r\n\r\n`, 431, 'headers_too_large'],
  ['a header folded over two lines', `${health}X-Folded: a\r\n b\r\n\r\n`, 400, 'invalid_request'],
  ['lines that end in LF alone', 'GET /api/v1/health HTTP/1.1\nHost: localhost\n\n', 400, 'invalid_request'],
  ['a NUL byte in a header', `${health}X-Nul: a\0b\r\n\r\n`, 400, 'invalid_request'],
];

for (const [what, bytes, status, code] of oddRequests) {
  test(`${what}: ${code ?? 'served'}`, async (context) => {
    const { send, port } = await openTestBridge(context);
    const output = await sendRaw(port, bytes);
    const answers = answersIn(output);
    assert.deepEqual(
      answers.map(({ status, json }) => [status, json.code]),
      [[status, code]],
    );
    assert.match(output, /x-request-id: /);
    assert.match(output, /x-content-type-options: nosniff/);
    assert.equal((await send('/api/v1/health')).status, 200);
  });
}

test('malformed bytes after a request never mix with the current answer', async (context) => {
  const stream = new Readable({ read: () => undefined });
  stream.push('half of a message');
  const { port } = await openTestBridge(context, {
    handlers: { 'messages.open': () => fileOf('', { stream, size: 1000 }) },
  });
  const socket = await open(context, port);
  const output = text(socket);
  socket.write(`GET ${messages}/1/enclosure HTTP/1.1\r\n${ours}\r\n`);
  await once(socket, 'data');
  socket.write('NONSENSE\r\n\r\n');
  assert.match(await output.catch(() => ''), /^(HTTP\/1\.1 200 (?!.*HTTP)|$)/s);
});

async function sizeOf(content: unknown): Promise<object> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return { bytes };
}
