import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestsByName } from '../../daemon/contract.ts';
import { callOf, createApi } from './client.ts';
import { createSession, Refusal, Unreachable } from './session.ts';
import { addresses } from '../vite.config.ts';

test('the map names every request that has an address and nothing else', () => {
  const expected = [...requestsByName()].flatMap(([name, { http }]) => (http ? [[name, http]] : []));
  assert.ok(!expected.flat().includes('import.start'));
  assert.deepEqual(Object.entries(addresses()), expected);
});

test('a path takes its ids, a read puts the rest into the query', () => {
  assert.deepEqual(callOf('GET /mail/threads/{thread_id}', { thread_id: 'a/b', limit: 5, cursor: undefined }), {
    method: 'GET',
    path: '/mail/threads/a%2Fb?limit=5',
  });
});

test('a post puts the rest into its body', () => {
  assert.deepEqual(callOf('POST /mail/sync', { account_id: 'a' }), {
    method: 'POST',
    path: '/mail/sync',
    body: '{"account_id":"a"}',
  });
});

test('a change bears one key however often it goes out, another change another, and a read none', async () => {
  const keys: (string | undefined)[] = [];
  const { fetchFn } = bridge('new', ['old', 'new']);
  const listening = ((url: string, init: RequestInit) => {
    if (!url.endsWith('/auth/local-token')) keys.push((init.headers as Record<string, string>)['idempotency-key']);
    return fetchFn(url, init);
  }) as typeof fetch;
  const api = createApi(addresses(), createSession(listening).send);
  await api.sync.start({});
  await api.sync.start({});
  await api.sync.status({});
  assert.equal(keys.length, 4);
  assert.deepEqual([keys[0] === keys[1], keys[1] === keys[2], keys[3]], [true, false, undefined]);
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
});

/** A bridge that knows one token and hands out the tokens given, one after the other. */
function bridge(valid: string, handed: string[]): { fetchFn: typeof fetch; seen: string[] } {
  const seen: string[] = [];
  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const fetchFn = (async (url: string, init: RequestInit) => {
    seen.push(url);
    if (url.endsWith('/auth/local-token')) {
      const token = handed.shift();
      return token ? json({ token }) : json({ error: 'not found' }, 404);
    }
    const { authorization } = init.headers as Record<string, string>;
    return authorization === `Bearer ${valid}` ? json({ pong: true }) : json({ error: 'unauthorized' }, 401);
  }) as typeof fetch;
  return { fetchFn, seen };
}

test('a token that grew old is fetched once more and the call tried again', async () => {
  const { fetchFn, seen } = bridge('new', ['old', 'new']);
  const session = createSession(fetchFn);
  const api = createApi(addresses(), session.send);
  assert.deepEqual(await api.admin.ping({}), { pong: true });
  assert.equal(seen.length, 4);
  await api.admin.ping({});
  assert.equal(seen.length, 5);
});

test('a page that gets no key is locked until a person gives it one', async () => {
  const session = createSession(bridge('right', []).fetchFn);
  const api = createApi(addresses(), session.send);
  await assert.rejects(api.admin.ping({}), Refusal);
  assert.equal(session.isLocked(), true);
  session.unlock('right');
  assert.equal(session.isLocked(), false);
  assert.deepEqual(await api.admin.ping({}), { pong: true });
});

test('a key that a person gives while the page still asks for one is not lost to the refusal', async () => {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Response>();
  const known = bridge('right', []).fetchFn;
  const ask = ((url: string, init: RequestInit) =>
    url.endsWith('/auth/local-token') ? refused : known(url, init)) as typeof fetch;
  const session = createSession(ask);
  const asking = session.token();
  session.unlock('right');
  refuse(Response.json({ error: 'not found' }, { status: 404 }));
  await assert.rejects(asking, Refusal);
  assert.equal(session.isLocked(), false);
  assert.equal(await session.token(), 'right');
});

test('a wrong key is tried, exchanged by the handshake, and locks the page when that fails as well', async () => {
  const session = createSession(bridge('right', ['wrong']).fetchFn);
  await assert.rejects(createApi(addresses(), session.send).admin.ping({}), Refusal);
  assert.equal(session.isLocked(), true);
});

test('in the desktop app the key comes from the app, and by the handshake where the app has none', async () => {
  const { fetchFn, seen } = bridge('lent', ['shaken']);
  const lent = createSession(fetchFn, async () => 'lent');
  assert.deepEqual(await createApi(addresses(), lent.send).admin.ping({}), { pong: true });
  assert.equal(seen.length, 1);
  const shaken = createSession(bridge('shaken', ['shaken']).fetchFn, () =>
    Promise.reject(new Error('Posthorn is starting.')),
  );
  assert.deepEqual(await createApi(addresses(), shaken.send).admin.ping({}), { pong: true });
});

test('the number of the newest event is what the first answer says', async () => {
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

test('a daemon that does not answer locks nothing', async () => {
  const session = createSession(() => Promise.reject(new TypeError('failed')));
  await assert.rejects(createApi(addresses(), session.send).admin.ping({}), Unreachable);
  assert.equal(session.isLocked(), false);
});
