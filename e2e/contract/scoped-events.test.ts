import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import type { Event } from '../../daemon/contract/events.ts';
import { mail } from '../../daemon/test-daemon.ts';
import { openEventClient } from './event-client.ts';
import { openTestBridge } from './test-bridge.ts';

const accountsIn = (events: readonly Event[]) =>
  new Set(events.flatMap((event) => ('account_id' in event ? [event.account_id] : [])));

test('a token of one account receives events of that account alone, live and replayed, and none once it is removed', async (t) => {
  const { daemon, port } = await openTestBridge(t);
  const { accounts } = await daemon.ask('accounts.list');
  const [mine = '', theirs = ''] = ['ada', 'bob'].map((key) => accounts.find((one) => one.key === key)?.account_id);
  const { token, token_id } = await daemon.ask('tokens.create', { name: 'x', origin: 'script', account_ids: [mine] });
  const [live, replayed] = [await openEventClient(port, token), await openEventClient(port, token, 0)];
  for (const key of ['bob', 'ada'])
    daemon.server(key).control.deliver(mail({ from: 'eve@example.test', subject: `for ${key}`, text: key }));
  await daemon.resync();
  for (const client of [live, replayed]) {
    await client.until((event) => event.event === 'NewMessages' && event.envelopes[0]?.subject === 'for ada');
    assert.deepEqual(accountsIn(client.received), new Set([mine]));
  }
  assert.ok(replayed.received.length > live.received.length);
  assert.ok(daemon.events.recordedEvents.some((event) => 'account_id' in event && event.account_id === theirs));

  const closed = Promise.all([live, replayed].map(({ socket }) => once(socket, 'close')));
  await daemon.ask('tokens.remove', { token_id });
  await daemon.resync();
  assert.deepEqual(
    (await closed).map(([code, reason]) => [code, String(reason)]),
    [1, 2].map(() => [1008, 'The token of this connection was revoked.']),
  );
  const refused = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, ['bearer', token]);
  const [, { statusCode }] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
  assert.equal(statusCode, 401);
  refused.on('error', () => undefined).terminate();
});

test('an agent without a profile is refused at the upgrade, and a changed profile takes effect at once', async (t) => {
  const profile = '[agents.profiles.agent]\nallowed_accounts = ["bob"]\n';
  const { daemon, port } = await openTestBridge(t, { config: profile });
  const { token } = await daemon.ask('tokens.create', { name: 'x', origin: 'agent' });
  const { token: tool } = await daemon.ask('tokens.create', { name: 'x', origin: 'mcp' });
  const client = await openEventClient(port, token, 0);
  await client.until((event) => event.event === 'SyncFinished');
  const before = client.received.length;
  await daemon.ask('settings.change', { key: 'agents.profiles.agent.allowed_accounts', value: ['ada'] });
  for (const key of ['bob', 'ada'])
    daemon.server(key).control.deliver(mail({ from: 'eve@example.test', subject: `for ${key}`, text: key }));
  await daemon.resync();
  await client.until((event) => event.event === 'NewMessages');
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (name: string) => accounts.find(({ key }) => key === name)?.account_id;
  assert.deepEqual(accountsIn(client.received.slice(0, before)), new Set([idOf('bob')]));
  assert.deepEqual(accountsIn(client.received.slice(before)), new Set([idOf('ada')]));
  const refused = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, ['bearer', tool]);
  const [, { statusCode }] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
  assert.equal(statusCode, 403);
  refused.on('error', () => undefined).terminate();
});
