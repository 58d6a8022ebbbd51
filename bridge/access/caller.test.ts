import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, openTestBridge } from '../test-bridge.ts';

const messages = '/api/v1/messages';
const holders = {
  'agents-token': { origin: 'agent' as const, token_id: '1' },
  'tools-token': { origin: 'mcp' as const, token_id: '2' },
  'scripts-token': { origin: 'script' as const, token_id: '3', only: ['a'] },
};
const holderOf = (token: string) =>
  Object.hasOwn(holders, token) ? holders[token as keyof typeof holders] : undefined;
const withToken = (token: string, kind?: string) => ({
  authorization: `Bearer ${token}`,
  ...(kind !== undefined && { 'x-client-kind': kind }),
});

test('an issued token stands for its holder, and a header can only lower the rights of that holder', async (context) => {
  const { send, dispatched } = await openTestBridge(context, { holderOf });
  for (const headers of [
    withToken('agents-token'),
    withToken('agents-token', 'agent'),
    withToken('tools-token'),
    withToken('scripts-token'),
    withToken('scripts-token', 'agent'),
    withToken('scripts-token', 'web'),
  ])
    assert.equal((await send(messages, { headers })).status, 200);
  assert.deepEqual(
    dispatched.map(({ caller }) => caller),
    [
      holders['agents-token'],
      holders['agents-token'],
      holders['tools-token'],
      holders['scripts-token'],
      { ...holders['scripts-token'], origin: 'agent' },
      { ...holders['scripts-token'], origin: 'web' },
    ],
  );
  for (const [token, kind] of [
    ['agents-token', 'web'],
    ['agents-token', 'mcp'],
    ['tools-token', 'script'],
    ['tools-token', 'agent'],
  ] as const) {
    const { status, json } = await send(messages, { headers: withToken(token, kind) });
    assert.deepEqual([status, json.code], [403, 'client_kind_raised'], `${token} as ${kind}`);
  }
  assert.equal(dispatched.length, 6);
});

test('an unknown token belongs to no caller, and the handshake returns only the owner’s token', async (context) => {
  const { send, dispatched } = await openTestBridge(context, { holderOf });
  for (const token of ['__proto__', 'toString', 'agents-token2', ' ']) {
    assert.equal((await send(messages, { headers: withToken(token) })).status, 401);
  }
  assert.deepEqual((await send('/api/v1/auth/local-token', { headers: withToken('agents-token') })).json, {
    token: bearer.authorization.replace('Bearer ', ''),
    source: 'local-handshake',
  });
  assert.deepEqual(dispatched, []);
});

test('a public address also answers a client that calls itself an agent', async (context) => {
  const { send, dispatched } = await openTestBridge(context);
  assert.equal((await send('/api/v1/health', { headers: { 'x-client-kind': 'agent' } })).status, 200);
  assert.deepEqual(dispatched[0]?.caller, { origin: 'script' });
});
