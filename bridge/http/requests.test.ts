import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import pino from 'pino';
import { z } from 'zod';
import { Failure } from '../../daemon/base/failure.ts';
import { rowAddresses, type Request } from '../../daemon/contract/define.ts';
import { sendRaw, bearer, eventsUpTo, failWith, fileOf, openTestBridge, testTable, token } from '../test-bridge.ts';

type Input = Record<string, unknown>;

const messages = '/api/v1/messages';
const json = { ...bearer, 'content-type': 'application/json' };

test('checklist 8: the same path without /api/v1 is not an alias', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  for (const path of ['/health', '/messages', '/api/messages', '/API/v1/messages']) {
    assert.equal((await send(path, { headers: bearer })).status, 404, path);
  }
  assert.deepEqual(dispatched, []);
});

test('query, body and path become one input, in which the path wins', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  const body = JSON.stringify({ id: 'from body', text: 'from body', extra: 1 });
  const { status } = await send(`${messages}/a%2Fb?id=from+query&text=from+query&flag=true`, {
    method: 'POST',
    headers: json,
    body,
  });
  assert.equal(status, 200);
  assert.deepEqual(dispatched[0]?.name, 'messages.write');
  assert.deepEqual(dispatched[0]?.input, { id: 'a/b', text: 'from body', flag: 'true', extra: 1 });
});

test('a bridge that knows the addresses reads a row with its first request', async (context) => {
  let reads = 0;
  const table = {
    get messages() {
      reads++;
      return testTable.messages;
    },
  };
  const { send, dispatched } = await openTestBridge(context, { table, addresses: rowAddresses(testTable) });
  assert.equal((await send('/api/v1/unknown', { headers: bearer })).status, 404);
  assert.equal(reads, 0);
  assert.equal((await send(`${messages}/5`, { headers: bearer })).status, 200);
  assert.equal((await send('/api/v1/health')).status, 200);
  assert.deepEqual(
    dispatched.map(({ name }) => name),
    ['messages.get', 'messages.health'],
  );
  assert.ok(reads > 0);
});

test('a body may be missing or empty, and a DELETE may have one', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  await send(`${messages}/1`, { method: 'POST', headers: bearer });
  await send(`${messages}/1`, { method: 'POST', headers: json, body: '' });
  await send(`${messages}/1`, { method: 'POST', headers: { ...json, 'transfer-encoding': 'chunked' } });
  await send(messages, {
    method: 'DELETE',
    headers: { ...json, 'content-type': 'application/json; charset=utf-8' },
    body: '{"ids":["1"]}',
  });
  assert.deepEqual(
    dispatched.map(({ input }) => input),
    [{ id: '1' }, { id: '1' }, { id: '1' }, { ids: ['1'] }],
  );
});

test('an answer names the newest event before it was made, if the caller may see events', async (context) => {
  let last = 7;
  const { send } = await openTestBridge(context, {
    events: { ...eventsUpTo(last), range: () => ({ first: 1, last }) },
    handlers: { 'messages.list': () => ({ messages: [], last: ++last }) },
  });
  const named = async (path: string, headers = {}) => (await send(path, { headers })).headers['x-event-seq'];
  assert.deepEqual([await named(messages, bearer), last], ['7', 8]);
  assert.equal(await named('/api/v1/auth/local-token'), '8');
  assert.deepEqual([await named(messages), await named('/api/v1/health')], [undefined, undefined]);
});

test('a repeated query key is a list, in order', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  await send(`${messages}?limit=1&limit=2&q=a%20b`, { headers: bearer });
  assert.deepEqual(dispatched[0]?.input, { limit: ['1', '2'], q: 'a b' });
});

test('a key that names a prototype pollutes nothing', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  const body = '{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}},"text":"x"}';
  await send(`${messages}/1?__proto__=a&__proto__[isPolluted]=b`, { method: 'POST', headers: json, body });
  const input = dispatched[0]?.input ?? {};
  assert.equal(Object.getPrototypeOf(input), Object.prototype);
  assert.equal(({} as Record<string, unknown>).isPolluted, undefined);
  assert.equal('isPolluted' in input, false);
  assert.equal(input.text, 'x');
});

test('a body that cannot be parsed is a clear error in JSON, and nothing is dispatched', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  const cases: [string | Buffer, Record<string, string>, number, string][] = [
    ['{"text":', json, 400, 'invalid_json'],
    ['"text"', json, 400, 'invalid_json'],
    ['[1]', json, 400, 'invalid_body'],
    ['text=a', { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['{}', bearer, 415, 'unsupported_media_type'],
    ['{}', { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['{}', { ...json, 'content-type': 'application/json; charset=klingon' }, 415, 'unsupported_media_type'],
    [JSON.stringify({ text: 'a'.repeat(10 * 1024 * 1024) }), json, 413, 'body_too_large'],
  ];
  for (const [body, headers, status, code] of cases) {
    const answer = await send(`${messages}/1`, { method: 'POST', headers, body });
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.status],
      [status, code, status],
      String(body).slice(0, 20),
    );
  }
  assert.deepEqual(dispatched, []);
});

test('an address that is malformed, too long, or has too many headers is a clear error in JSON', async (context) => {
  const { send, port } = await openTestBridge(context);
  assert.deepEqual([(await send(`${messages}/%zz`, { headers: bearer })).status], [400]);
  assert.equal((await send(`${messages}?q=${'a'.repeat(13_000)}`, { headers: bearer })).json.code, 'address_too_long');
  const answer = await sendRaw(
    port,
    `GET ${messages} HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s);
});

test('a failure of the daemon is one flat object with its details and the problem members beside them', async (context) => {
  const details = { retryable: true, previewHtml: '<p>', status: 'lost' };
  const { send } = await openTestBridge(context, {
    handlers: { 'messages.list': failWith('conflict', 'html_draft', 'It cannot be edited.', details) },
  });
  const { status, headers, json: body } = await send(messages, { headers: { ...bearer, 'x-request-id': 'r1' } });
  assert.equal(status, 409);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(body, {
    previewHtml: '<p>',
    error: 'It cannot be edited.',
    code: 'html_draft',
    retryable: true,
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'It cannot be edited.',
    request_id: 'r1',
  });
});

test('each kind of failure has one status', async (context) => {
  const expected = {
    invalid: 400,
    missing: 404,
    refused: 403,
    conflict: 409,
    stale: 412,
    unsupported: 422,
    limited: 429,
    provider: 502,
    unavailable: 503,
    internal: 500,
  };
  for (const [kind, status] of Object.entries(expected)) {
    const handlers = { 'messages.list': failWith(kind as keyof typeof expected, 'any', 'Any.') };
    const { send } = await openTestBridge(context, { handlers });
    assert.equal((await send(messages, { headers: bearer })).status, status, kind);
  }
});

test('a bug is logged with its cause, the caller learns nothing of it, and no log line contains the token', async (context) => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }),
  );
  const handlers = {
    'messages.list': () => {
      throw new Error('secret of the house', { cause: new Error('deep cause') });
    },
  };
  const { send } = await openTestBridge(context, { log, handlers });
  const {
    status,
    text,
    json: body,
  } = await send(`${messages}?token=${token}`, { headers: { ...bearer, 'x-request-id': 'bug-1' } });
  await send(`/api/v1/events?token=${token}`, { headers: bearer });
  assert.deepEqual([status, body.code, body.request_id], [500, 'internal', 'bug-1']);
  assert.doesNotMatch(text, /secret|cause|\.ts/);
  const failed = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  assert.equal(failed.request_id, 'bug-1');
  assert.match(JSON.stringify(failed), /secret of the house.*deep cause/);
  assert.ok(lines.some((line) => line.includes('/events')));
  assert.doesNotMatch(lines.join(''), new RegExp(token));
});

test('an upload is streamed to the row, with its fields from path and query', async (context) => {
  const handlers = { 'messages.enclose': async ({ content }: Input) => ({ bytes: await sizeOf(content) }) };
  const { send, dispatched } = await openTestBridge(context, { handlers });
  const body = Buffer.alloc(5 * 1024 * 1024, 1);
  const { status, json: reply } = await send(`${messages}/9/enclosure?name=a.bin&id=8`, {
    method: 'POST',
    headers: bearer,
    body,
  });
  assert.deepEqual([status, reply.bytes], [200, body.length]);
  const { content: _content, ...fields } = dispatched[0]?.input ?? {};
  assert.deepEqual(fields, { id: '9', name: 'a.bin' });
});

test('an upload over the size limit is stopped while it arrives', async (context) => {
  const handlers = { 'messages.enclose': async ({ content }: Input) => ({ bytes: await sizeOf(content) }) };
  const { send } = await openTestBridge(context, { handlers, limits: { maxUploadBytes: 5 * 1024 * 1024 } });
  const answer = await send(`${messages}/9/enclosure?name=a`, {
    method: 'POST',
    headers: bearer,
    body: Buffer.alloc(6 * 1024 * 1024),
  });
  assert.deepEqual([answer.status, answer.json.code], [413, 'body_too_large']);
});

test('a file is a download with a safe name, and its type cannot become a page', async (context) => {
  const files = [
    [fileOf('plain'), 'text/plain', 'attachment; filename=message.txt'],
    [fileOf('p', { type: 'text/html', name: 'a.html' }), 'application/octet-stream', 'attachment; filename=a.html'],
    [
      fileOf('p', { type: 'a/b\r\nx: y', name: '../../e\r\ntc/"p\u202egpj.exe' }),
      'application/octet-stream',
      'attachment; filename=".._.._etc_\\"pgpj.exe"',
    ],
    [
      fileOf('p', { name: 'Grüße €.txt' }),
      'text/plain',
      `attachment; filename="Gr??e ?.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E2%82%AC.txt`,
    ],
  ] as const;
  for (const [file, type, disposition] of files) {
    const { send } = await openTestBridge(context, { handlers: { 'messages.open': () => file } });
    const { status, headers, text } = await send(`${messages}/1/enclosure`, { headers: bearer });
    assert.deepEqual([status, headers['content-type'], Number(headers['content-length'])], [200, type, text.length]);
    assert.equal(headers['content-disposition'], disposition);
    assert.match(String(headers['content-security-policy']), /sandbox/);
  }
});

test('a client can request a part of a file', async (context) => {
  const range = { start: 2, end: 4, total: 10 };
  const { send, dispatched } = await openTestBridge(context, {
    handlers: { 'messages.open': () => fileOf('cde', { range, size: 10 }) },
  });
  const { status, headers, text } = await send(`${messages}/1/enclosure`, {
    headers: { ...bearer, range: 'bytes=2-4' },
  });
  assert.deepEqual(
    [status, headers['content-range'], headers['content-length'], text],
    [206, 'bytes 2-4/10', '3', 'cde'],
  );
  for (const range of ['bytes=7-', 'bytes=-5', 'bytes=1-2,4-5', 'lines=1-2'])
    await send(`${messages}/1/enclosure`, { headers: { ...bearer, range } });
  assert.deepEqual(
    dispatched.map(({ input }) => input.range),
    [{ start: 2, end: 4 }, { start: 7 }, { end: 5 }, undefined, undefined],
  );
  assert.equal(headers['accept-ranges'], 'bytes');
});

test('a range beyond the end of a file is refused with the length of the file', async (context) => {
  const { send } = await openTestBridge(context, {
    handlers: {
      'messages.open': () => {
        throw new Failure('unsatisfiable', 'range_not_satisfiable', 'The file has 10 bytes.', { total: 10 });
      },
    },
  });
  const { status, headers } = await send(`${messages}/1/enclosure`, { headers: { ...bearer, range: 'bytes=10-' } });
  assert.deepEqual([status, headers['content-range']], [416, 'bytes */10']);
});

test('Accept decides whether a row with two forms answers with a file or with JSON', async (context) => {
  const { send, dispatched } = await openTestBridge(context, {
    handlers: {
      'messages.print': ({ answer }) => (answer === 'json' ? { content: 'Dear Ben' } : fileOf('Dear Ben')),
    },
  });
  const accepted = [
    'application/json',
    'application/json;q=0.9, */*',
    'text/plain, application/json',
    '*/*',
    undefined,
  ];
  const types: unknown[] = [];
  for (const accept of accepted) {
    const answer = await send(`${messages}/1/print?answer=json`, { headers: { ...bearer, ...(accept && { accept }) } });
    types.push(answer.headers['content-type']);
    assert.match(answer.text, /Dear Ben/);
  }
  assert.deepEqual(
    dispatched.map(({ input }) => input.answer),
    ['json', 'json', 'file', undefined, undefined],
  );
  const json = 'application/json; charset=utf-8';
  assert.deepEqual(types, [json, json, 'text/plain', 'text/plain', 'text/plain']);
});

test('HEAD answers the headers of GET, and closes the file', async (context) => {
  const file = fileOf('plain');
  const { send } = await openTestBridge(context, { handlers: { 'messages.open': () => file } });
  const { status, headers, text } = await send(`${messages}/1/enclosure`, { method: 'HEAD', headers: bearer });
  assert.deepEqual([status, headers['content-length'], text], [200, '5', '']);
  assert.equal(file.stream.destroyed, true);
});

test('the source of a file is closed when the client disconnects', async (context) => {
  const stream = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
  const { port } = await openTestBridge(context, {
    handlers: { 'messages.open': () => fileOf('', { stream, size: undefined }) },
  });
  const sent = httpRequest({ port, path: `${messages}/1/enclosure`, headers: bearer }).end();
  const [response] = await once(sent, 'response');
  await once(response, 'data');
  response.destroy();
  await finished(stream).catch(() => undefined);
  assert.equal(stream.destroyed, true);
});

test('a source that fails half-way cuts the connection, so that the client does not take half a file for a whole one', async (context) => {
  const stream = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('disk gone');
    })(),
  );
  const { send } = await openTestBridge(context, {
    handlers: { 'messages.open': () => fileOf('', { stream, size: undefined }) },
  });
  await assert.rejects(send(`${messages}/1/enclosure`, { headers: bearer }), { code: 'ECONNRESET' });
});

async function sizeOf(content: unknown): Promise<number> {
  let size = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) size += chunk.length;
  return size;
}

test('a client that disconnects before the answer aborts the work for it', async (context) => {
  const received = Promise.withResolvers<AbortSignal | undefined>();
  const slow: Request = {
    http: 'POST /slow',
    summary: 'Takes its time.',
    effect: { safety: 'fetch' },
    scope: 'none',
    awaits: true,
    input: z.object({}),
    output: z.object({}),
  };
  const answers = [new Promise<object>(() => undefined), Promise.resolve({})];
  const signals: (AbortSignal | undefined)[] = [];
  const { port, send } = await openTestBridge(context, {
    table: { slow: { take: slow } },
    dispatch: async (_name, _input, _caller, more) => {
      signals.push(more?.signal);
      received.resolve(more?.signal);
      return answers[signals.length - 1];
    },
  });
  const leaving = httpRequest({ host: '127.0.0.1', port, path: '/api/v1/slow', method: 'POST', headers: bearer });
  leaving.on('error', () => undefined).end();
  const signal = await received.promise;
  assert.ok(signal);
  leaving.destroy();
  if (!signal.aborted) await once(signal, 'abort');
  assert.equal((signal.reason as Failure).code, 'client_gone');
  assert.equal((await send('/api/v1/slow', { method: 'POST', headers: bearer })).status, 200);
  assert.equal(signals[1]?.aborted, false);
});

test('a DELETE takes its fields from the query or from the body, and refuses a contradiction', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  const json = { ...bearer, 'content-type': 'application/json' };
  const burn = (query: string, body?: object) =>
    send(`/api/v1/messages${query}`, {
      method: 'DELETE',
      headers: body ? json : bearer,
      ...(body && { body: JSON.stringify(body) }),
    });
  const agreeing: [query: string, body: object | undefined][] = [
    ['?dry_run=true&ids=1&ids=2', undefined],
    ['', { dry_run: true, ids: ['1', '2'] }],
    ['?dry_run=true&ids=1&ids=2', { dry_run: true, ids: ['1', '2'] }],
    ['?dry_run=true', { ids: ['1', '2'] }],
    ['?ids=1', { ids: ['1'] }],
  ];
  for (const [query, body] of agreeing) assert.equal((await burn(query, body)).status, 200, query);
  assert.equal(dispatched.length, agreeing.length);
  const contradictory: [query: string, body: object][] = [
    ['?dry_run=true', { dry_run: false }],
    ['?dry_run=false', { dry_run: true }],
    ['?dry_run=true', { dry_run: null }],
    ['?ids=1', { ids: ['1', '2'] }],
  ];
  for (const [query, body] of contradictory) {
    const { status, json: refusal } = await burn(query, body);
    assert.deepEqual([status, refusal.code], [400, 'contradictory_input'], query);
  }
  assert.equal(dispatched.length, agreeing.length);
});
