import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Failure } from '../../daemon/base/failure.ts';
import { requests } from '../../daemon/contract/define.ts';
import { ifMatch } from '../../daemon/contract/fields.ts';
import { bearer, openTestBridge } from '../test-bridge.ts';

const rule = z.object({ text: z.string(), etag: z.string() });
const table = {
  rules: requests('Rules.', {
    get: {
      http: 'GET /rule',
      summary: 'The rule.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({}),
      output: rule,
    },
    set: {
      http: 'POST /rule',
      summary: 'Changes the rule.',
      effect: { safety: 'mutate' },
      scope: 'none',
      input: z.object({ text: z.string(), if_match: ifMatch }),
      output: rule,
    },
    remove: {
      http: 'DELETE /rule',
      summary: 'Removes it.',
      effect: { safety: 'mutate' },
      scope: 'none',
      input: z.object({}),
      output: z.object({}),
    },
  }),
};
const json = { ...bearer, 'content-type': 'application/json' };
const body = '{"text":"new"}';

test('a record states its version as ETag, and If-Match reaches the handler of a change', async (context) => {
  const { send, dispatched } = await openTestBridge(context, {
    table,
    handlers: {
      'rules.get': () => ({ text: 'old', etag: 'v1' }),
      'rules.set': ({ if_match }) => {
        if (if_match !== undefined && if_match !== 'v1')
          throw new Failure('stale', 'changed_meanwhile', 'It has changed.');
        return { text: 'new', etag: 'v2' };
      },
    },
  });
  assert.equal((await send('/api/v1/rule', { headers: bearer })).headers.etag, '"v1"');
  const cases: [string | undefined, number, string | undefined][] = [
    ['"v1"', 200, '"v2"'],
    [undefined, 200, '"v2"'],
    ['*', 200, '"v2"'],
    ['"v0"', 412, undefined],
    ['W/"v1"', 412, undefined],
    ['v1', 412, undefined],
    ['', 412, undefined],
  ];
  for (const [match, status, etag] of cases) {
    const headers = { ...json, ...(match !== undefined && { 'if-match': match }) };
    const answer = await send('/api/v1/rule', { method: 'POST', headers, body });
    assert.deepEqual([answer.status, answer.headers.etag], [status, etag], match ?? 'none');
  }
  assert.equal(dispatched.filter(({ name }) => name === 'rules.set').length, cases.length);
});

test('a read with the ETag that the client has is 304 without a body', async (context) => {
  const { send } = await openTestBridge(context, {
    table,
    handlers: { 'rules.get': () => ({ text: 'old', etag: 'v1' }), 'rules.set': () => ({ text: 'old', etag: 'v1' }) },
  });
  const cases: [string, number][] = [
    ['"v1"', 304],
    ['W/"v1"', 304],
    ['"v0", "v1"', 304],
    ['*', 304],
    ['"v0"', 200],
    ['v1', 200],
    ['', 200],
  ];
  for (const [match, status] of cases)
    for (const method of ['GET', 'HEAD']) {
      const answer = await send('/api/v1/rule', { method, headers: { ...bearer, 'if-none-match': match } });
      assert.deepEqual([answer.status, answer.headers.etag], [status, '"v1"'], `${method} ${match}`);
      assert.equal(answer.text === '', status === 304 || method === 'HEAD');
    }
  const change = await send('/api/v1/rule', { method: 'POST', headers: { ...json, 'if-none-match': '"v1"' }, body });
  assert.equal(change.status, 200);
  assert.equal((await send('/api/v1/rule', { headers: { 'if-none-match': '"v1"' } })).status, 401);
});

test('an Idempotency-Key is passed on with a changing request, and a malformed key is refused', async (context) => {
  const keys: (string | undefined)[] = [];
  const { send } = await openTestBridge(context, {
    table,
    dispatch: async (_name, _input, _caller, more) => {
      keys.push(more?.idempotencyKey);
      return { text: '', etag: 'v' };
    },
  });
  const withKey = { ...json, 'idempotency-key': '7b1c' };
  await send('/api/v1/rule', { method: 'POST', headers: withKey, body });
  await send('/api/v1/rule', { method: 'POST', headers: json, body });
  await send('/api/v1/rule', { headers: { ...bearer, 'idempotency-key': '7b1c' } });
  await send('/api/v1/rule', { method: 'DELETE', headers: withKey, body: '{}' });
  assert.deepEqual(keys, ['7b1c', undefined, undefined, '7b1c']);
  for (const key of ['', ' ', 'two words', 'a'.repeat(256), 'é']) {
    const answer = await send('/api/v1/rule', { method: 'POST', headers: { ...json, 'idempotency-key': key }, body });
    assert.deepEqual([answer.status, answer.json.code], [400, 'invalid_idempotency_key'], key);
  }
  assert.equal(keys.length, 4);
});

test('the reason of a caller is passed on as UTF-8', async (context) => {
  const reasons: (string | undefined)[] = [];
  const { send } = await openTestBridge(context, {
    table,
    dispatch: async (_name, _input, _caller, more) => {
      reasons.push(more?.reason);
      return { text: '', etag: 'v' };
    },
  });
  const reason = Buffer.from('Für Zoë').toString('latin1');
  await send('/api/v1/rule', { method: 'POST', headers: { ...bearer, 'posthorn-reason': reason } });
  await send('/api/v1/rule', { method: 'POST', headers: bearer });
  assert.deepEqual(reasons, ['Für Zoë', undefined]);
});
