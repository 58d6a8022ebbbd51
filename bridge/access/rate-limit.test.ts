import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { bearer, openTestBridge } from '../test-bridge.ts';

test('a token may send so many requests in a minute, and each answer says how many are left', async (context) => {
  const clock = movableClock('2026-01-02T03:04:05Z');
  const holderOf = (token: string) =>
    token === 'few' ? { origin: 'script' as const, token_id: token, requests_per_minute: 2 } : undefined;
  const { send, dispatched } = await openTestBridge(context, { clock, holderOf });
  const ask = () => send('/api/v1/messages', { headers: { authorization: 'Bearer few' } });
  const first = await ask();
  assert.deepEqual(
    [first.status, first.headers['ratelimit-policy'], first.headers.ratelimit],
    [200, '"token";q=2;w=60', '"token";r=1;t=60'],
  );
  clock.advance(20_500);
  assert.equal((await ask()).headers.ratelimit, '"token";r=0;t=40');
  const refused = await ask();
  assert.deepEqual(
    [refused.status, refused.json.code, refused.json.retryable, refused.headers['retry-after']],
    [429, 'rate_limited', true, '40'],
  );
  assert.equal(dispatched.length, 2);
  const ownersAnswer = await send('/api/v1/messages', { headers: bearer });
  assert.deepEqual([ownersAnswer.status, ownersAnswer.headers.ratelimit], [200, undefined]);
  clock.advance(40_000);
  assert.equal((await ask()).status, 200);
});
