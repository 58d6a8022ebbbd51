import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatted, sendRequest } from './sending.ts';

const never = new AbortController().signal;

function recorder(answer: () => Response) {
  const seen: { url: string; headers: Headers }[] = [];
  const ask = (async (url: string, init: RequestInit) => {
    seen.push({ url, headers: new Headers(init.headers) });
    return answer();
  }) as typeof fetch;
  return { seen, ask };
}

test('what the form says of a header stands in the place of what the page says', async () => {
  const { seen, ask } = recorder(() => Response.json({ ok: true }, { headers: { etag: '"1"', 'x-other': 'no' } }));
  const access = { token: () => Promise.resolve('t'), headers: { 'x-client-kind': 'web' } };
  const request = { method: 'GET', path: '/api/v1/x', headers: { 'X-Client-Kind': 'agent' } };
  const { status, text, headers } = await sendRequest(request, { access, isOpen: false, signal: never, ask });
  assert.deepEqual([status, text], [200, '{"ok":true}']);
  assert.deepEqual(headers, [
    ['content-type', 'application/json'],
    ['etag', '"1"'],
  ]);
  assert.equal(seen[0]?.headers.get('x-client-kind'), 'agent');
  assert.equal(seen[0]?.headers.get('authorization'), 'Bearer t');
});

test('no key goes with a request that needs none', async () => {
  const { seen, ask } = recorder(() => new Response(null, { status: 204 }));
  const access = { token: () => Promise.reject(new Error('must not be asked for')), headers: {} };
  const { text } = await sendRequest(
    { method: 'GET', path: '/api/v1/health', headers: {} },
    { access, isOpen: true, signal: never, ask },
  );
  assert.equal(seen[0]?.headers.has('authorization'), false);
  assert.equal(text, '');
});

test('bytes are not taken for text, and broken JSON is shown as it came', async () => {
  const { ask } = recorder(() => new Response(Uint8Array.of(1, 2), { headers: { 'content-type': 'image/png' } }));
  const way = { access: { headers: {} }, isOpen: true, signal: never, ask };
  assert.equal((await sendRequest({ method: 'GET', path: '/f', headers: {} }, way)).text, undefined);
  assert.equal(formatted('{"a":[1]}', 'application/json'), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(formatted('{"a":', 'application/json'), '{"a":');
});
