import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestsByName } from '../../daemon/contract.ts';
import { callOf, createApi } from './client.ts';
import { createSession, Refusal, Unreachable } from './session.ts';
import { addresses } from '../vite.config.ts';

test('the map names every request that has an HTTP address and that the page sends, and no other', () => {
  const expected = [...requestsByName()].flatMap(([name, { http, notInPage }]) =>
    http && !notInPage ? [[name, http]] : [],
  );
  assert.ok(!expected.flat().includes('import.start'));
  assert.deepEqual(Object.entries(addresses()), expected);
});

test('path parameters go into the path, the rest of a read into the query', () => {
  assert.deepEqual(callOf('GET /mail/threads/{thread_id}', { thread_id: 'a/b', limit: 5, cursor: undefined }), {
    method: 'GET',
    path: '/mail/threads/a%2Fb?limit=5',
  });
});

test('the rest of a post goes into its body', () => {
  assert.deepEqual(callOf('POST /mail/sync', { account_id: 'a' }), {
    method: 'POST',
    path: '/mail/sync',
    body: '{"account_id":"a"}',
  });
});

test('retries of a change reuse its idempotency key, another change has another key, and a read has none', async () => {
  const keys: (string | undefined)[] = [];
  const { fetchFn } = bridge('new', ['old', 'new']);
  const recordingFetch = ((url: string, init: RequestInit) => {
    if (!url.endsWith('/auth/local-token')) keys.push((init.headers as Record<string, string>)['idempotency-key']);
    return fetchFn(url, init);
  }) as typeof fetch;
  const api = createApi(addresses(), createSession(recordingFetch).send);
  await api.sync.start({});
  await api.sync.start({});
  await api.sync.status({});
  assert.equal(keys.length, 4);
  assert.deepEqual([keys[0] === keys[1], keys[1] === keys[2], keys[3]], [true, false, undefined]);
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
});

/** A bridge that accepts one token and hands out the given tokens in order. */
function bridge(valid: string, tokens: string[]): { fetchFn: typeof fetch; seen: string[] } {
  const seen: string[] = [];
  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const fetchFn = (async (url: string, init: RequestInit) => {
    seen.push(url);
    if (url.endsWith('/auth/local-token')) {
      const token = tokens.shift();
      return token ? json({ token }) : json({ error: 'not found' }, 404);
    }
    const { authorization } = init.headers as Record<string, string>;
    return authorization === `Bearer ${valid}` ? json({ pong: true }) : json({ error: 'unauthorized' }, 401);
  }) as typeof fetch;
  return { fetchFn, seen };
}

test('an expired token is fetched again and the call is repeated', async () => {
  const { fetchFn, seen } = bridge('new', ['old', 'new']);
  const session = createSession(fetchFn);
  const api = createApi(addresses(), session.send);
  assert.deepEqual(await api.admin.ping({}), { pong: true });
  assert.equal(seen.length, 4);
  await api.admin.ping({});
  assert.equal(seen.length, 5);
});

test('a page without a token is locked until the user enters one', async () => {
  const session = createSession(bridge('right', []).fetchFn);
  const api = createApi(addresses(), session.send);
  await assert.rejects(api.admin.ping({}), Refusal);
  assert.equal(session.isLocked(), true);
  session.unlock('right');
  assert.equal(session.isLocked(), false);
  assert.deepEqual(await api.admin.ping({}), { pong: true });
});

test('a token that the user enters while the page still requests one is kept when that request is refused', async () => {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Response>();
  const known = bridge('right', []).fetchFn;
  const fetchFn = ((url: string, init: RequestInit) =>
    url.endsWith('/auth/local-token') ? refused : known(url, init)) as typeof fetch;
  const session = createSession(fetchFn);
  const pendingToken = session.token();
  session.unlock('right');
  refuse(Response.json({ error: 'not found' }, { status: 404 }));
  await assert.rejects(pendingToken, Refusal);
  assert.equal(session.isLocked(), false);
  assert.equal(await session.token(), 'right');
});

test('a refused token is replaced by the handshake, and a failed handshake locks the page', async () => {
  const session = createSession(bridge('right', ['wrong']).fetchFn);
  await assert.rejects(createApi(addresses(), session.send).admin.ping({}), Refusal);
  assert.equal(session.isLocked(), true);
});

test('in the desktop app the token comes from the app, or from the handshake if the app has none', async () => {
  const { fetchFn, seen } = bridge('app', ['local']);
  const appSession = createSession(fetchFn, { appToken: async () => 'app' });
  assert.deepEqual(await createApi(addresses(), appSession.send).admin.ping({}), { pong: true });
  assert.equal(seen.length, 1);
  const localSession = createSession(bridge('local', ['local']).fetchFn, {
    appToken: () => Promise.reject(new Error('Posthorn is starting.')),
  });
  assert.deepEqual(await createApi(addresses(), localSession.send).admin.ping({}), { pong: true });
});

test('a one-time key is sent with the first handshake only', async () => {
  const { fetchFn } = bridge('new', ['old', 'new']);
  const keys: (string | undefined)[] = [];
  const recordingFetch = (async (url: string, init: RequestInit) => {
    if (url.endsWith('/auth/local-token')) keys.push((init.headers as Record<string, string>)['authorization']);
    return fetchFn(url, init);
  }) as typeof fetch;
  const session = createSession(recordingFetch, { oneTimeKey: 'once' });
  assert.deepEqual(await createApi(addresses(), session.send).admin.ping({}), { pong: true });
  assert.deepEqual(keys, ['Bearer once', undefined]);
});

test('the number of the newest event comes from the first answer', async () => {
  let seq = 40;
  const { fetchFn } = bridge('new', ['new']);
  const numbered = (async (url: string, init: RequestInit) => {
    const answer = await fetchFn(url, init);
    answer.headers.set('x-event-seq', String(++seq));
    return answer;
  }) as typeof fetch;
  const session = createSession(numbered);
  const api = createApi(addresses(), session.send);
  await api.admin.ping({});
  assert.deepEqual([await session.initialEventSeq, seq], [41, 42]);
});

test('a daemon that does not answer does not lock the page', async () => {
  const session = createSession(() => Promise.reject(new TypeError('failed')));
  await assert.rejects(createApi(addresses(), session.send).admin.ping({}), Unreachable);
  assert.equal(session.isLocked(), false);
});
