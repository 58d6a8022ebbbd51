import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { openEventClient } from './event-client.ts';
import { bearer, openTestBridge, type TestBridge } from './test-bridge.ts';

/** A bridge, and requests with a token that was made over HTTP. */
async function bridgeWithTokens(t: TestContext, config = '') {
  const bridge = await openTestBridge(t, { messages: 3, config });
  return {
    ...bridge,
    async tokenWith(limits: object): Promise<string> {
      const { json } = await ask(bridge, 'POST /platform/tokens', bearer, { name: 'x', origin: 'script', ...limits });
      return String(json['token']);
    },
    as: (token: string, request: string, body?: object) =>
      ask(bridge, request, { authorization: `Bearer ${token}` }, body),
    asOwner: (request: string, body?: object) => ask(bridge, request, bearer, body),
  };
}

async function ask({ send }: TestBridge, request: string, headers: Record<string, string>, body?: object) {
  const [method = '', path = ''] = request.split(' ');
  const type = { 'content-type': 'application/json' };
  const response = await send({
    method,
    path,
    headers: { ...headers, ...type },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(response.fault, undefined, request);
  return { ...response, json: JSON.parse(response.text) as Record<string, unknown> };
}

test('over HTTP a token sends the requests that it names, so many in a minute, until it expires, and its last use is shown', async (t) => {
  const { daemon, tokenWith, as, asOwner } = await bridgeWithTokens(t);
  const named = await tokenWith({ requests: ['search.count'], requests_per_minute: 3 });
  const answers = [
    await as(named, 'GET /mail/count?q=in:inbox'),
    await as(named, 'GET /mail/mailbox'),
    await as(named, 'POST /admin/shutdown', {}),
  ];
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json['code']]),
    [
      [200, undefined],
      [403, 'policy'],
      [403, 'policy'],
    ],
  );
  for (const { headers } of answers) {
    assert.equal(headers['ratelimit-policy'], '"token";q=3;w=60');
    assert.match(String(headers.ratelimit), /^"token";r=[0-2];t=\d+$/);
  }
  const limited = await as(named, 'GET /mail/count?q=in:inbox');
  assert.deepEqual([limited.status, limited.json['code']], [429, 'rate_limited']);
  assert.match(String(limited.headers['retry-after']), /^\d+$/);

  const expires_at = new Date(daemon.clock.now().getTime() + 60_000).toISOString();
  const brief = await tokenWith({ scopes: ['read'], expires_at });
  assert.equal((await as(brief, 'GET /mail/mailbox')).status, 200);
  assert.equal((await as(brief, 'POST /mail/sync', {})).status, 403);
  const tokens = (await asOwner('GET /platform/tokens')).json['tokens'] as Record<string, unknown>[];
  const [shown] = tokens.filter((each) => each['expires_at'] !== null);
  assert.deepEqual([shown?.['expires_at'], shown?.['scopes']], [expires_at, ['read']]);
  // The use is kept by the minute.
  assert.equal(
    shown?.['last_used_at'],
    daemon.clock
      .now()
      .toISOString()
      .replace(/:\d\d\.\d{3}Z$/, ':00.000Z'),
  );
  daemon.clock.advance(60_000);
  const expired = await as(brief, 'GET /mail/mailbox');
  assert.deepEqual([expired.status, expired.json['code']], [401, 'unauthorized']);
});

test('over HTTP a paused agent is refused everything with a sentence, and its events end', async (t) => {
  const config = '[agents.profiles.agent]\nallowed_accounts = ["ada"]\n';
  const { port, tokenWith, as, asOwner } = await bridgeWithTokens(t, config);
  const agent = await tokenWith({ origin: 'agent' });
  const events = await openEventClient(port, agent);
  assert.equal((await as(agent, 'GET /mail/mailbox')).status, 200);
  const closed = once(events.socket, 'close') as Promise<[number, Buffer]>;
  assert.deepEqual((await asOwner('POST /platform/agents/pause', { paused: true })).json, { paused: true });

  for (const request of ['GET /mail/mailbox', 'GET /client/permissions', 'GET /platform/agents']) {
    const { status, json } = await as(agent, request);
    assert.deepEqual([status, json['code']], [403, 'policy'], request);
    assert.match(String(json['error']), /The owner has paused all agents and tools/);
  }
  assert.equal((await asOwner('GET /admin/status')).json['agents_paused'], true);
  const [code, reason] = await closed;
  assert.deepEqual([code, /paused all agents/.test(String(reason))], [1008, true]);

  await asOwner('POST /platform/agents/pause', { paused: false });
  assert.equal((await as(agent, 'GET /mail/mailbox')).status, 200);
});
