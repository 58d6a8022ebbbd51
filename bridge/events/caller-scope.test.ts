import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { Failure } from '../../daemon/base/failure.ts';
import type { Announcement } from '../../daemon/contract/events.ts';
import { pingIntervalMs } from './hub.ts';
import { until } from '../../daemon/test-until.ts';
import { seqsOf, openTestHub, operationStarted, seqRange } from './test-hub.ts';

const mutation: Announcement = {
  event: 'MutationCompleted',
  mutation_id: 'm',
  kind: 'archive',
  message_ids: [],
  thread_ids: [],
  account_ids: ['a', 'b'],
  ok: true,
  succeeded: 2,
  skipped: 0,
  failed: 0,
  undo: false,
};

/** One account for each token. */
const visibleAccountIds = ({ token_id }: { token_id?: string }) =>
  token_id === undefined ? undefined : new Set([token_id]);
const holderOf = (token_id: string) => ({ origin: 'agent' as const, token_id });

test('checklist 79: a client whose scope is some accounts receives only their events, live or replayed', async (context) => {
  const hub = await openTestHub(context, { visibleAccountIds });
  const clients = [
    await hub.connect({ caller: holderOf('a') }),
    await hub.connect({ caller: holderOf('b'), protocols: ['events.batch'] }),
    await hub.connect(),
  ];
  hub.record(
    operationStarted(1, { account_id: 'a' }),
    operationStarted(2, { account_id: 'b' }),
    mutation,
    { ...mutation, account_ids: ['a'] },
    { event: 'ConfigChanged', keys: ['accounts.b.name'], trouble: null },
    { event: 'IndexBootstrapped', documents: 1, repaired: true, duration_ms: 1 },
    { ...operationStarted(7, { account_id: null }), actor: holderOf('a') },
    { event: 'SavedSearchesUpdated', changed: 'searches' },
  );
  const later = await hub.connect({ caller: holderOf('a'), since: 0 });
  for (const client of [...clients, later]) await client.until(({ event }) => event === 'SavedSearchesUpdated');
  assert.deepEqual(
    [...clients, later].map(({ events }) => seqsOf(events)),
    [[1, 4, 7, 8], [2, 8], seqRange(8), [1, 4, 7, 8]],
  );
  assert.doesNotMatch(JSON.stringify(clients.map(({ events }) => events)), /actor|token_id/);
});

test('the count of missed events of a slow client contains only events in its scope', async (context) => {
  const hub = await openTestHub(context, { visibleAccountIds, maxBufferedBytes: 100_000 });
  const client = await hub.connect({ caller: holderOf('a') });
  client.raw.pause();
  const message = 'a'.repeat(50_000);
  for (let seq = 1; seq <= 600; seq++) {
    hub.record(operationStarted(seq, { account_id: seq % 2 ? 'a' : 'b', message }));
    await new Promise(setImmediate);
  }
  client.raw.resume();
  await client.until(({ event }) => event === 'EventsLagged');
  const lagged = client.events.at(-1);
  assert.ok(lagged?.event === 'EventsLagged' && lagged.skipped > 0);
  assert.deepEqual([lagged.skipped + client.events.length - 1, lagged.seq], [300, 600]);
});

test('a client that loses its right to events is closed with 1008, and other clients go on', async (context) => {
  const removed = new Set<string>();
  const hub = await openTestHub(context, {
    visibleAccountIds(caller) {
      if (!removed.has(caller.token_id ?? '')) return visibleAccountIds(caller);
      throw new Failure('refused', 'policy', `This token was removed. ${'é'.repeat(200)}`);
    },
  });
  const [lost, stays] = [await hub.connect({ caller: holderOf('a') }), await hub.connect()];
  removed.add('a');
  hub.record(operationStarted(1, { account_id: 'a' }));
  const { code, reason } = await lost.closed;
  assert.deepEqual([code, reason.startsWith('This token was removed. é')], [1008, true]);
  assert.deepEqual(lost.events, []);
  await stays.until(({ seq }) => seq === 1);
});

test('a lost right ends the connection also while no events occur', async (context) => {
  let isGone = false;
  const clock = movableClock('2026-01-02T03:04:05Z');
  const hub = await openTestHub(context, {
    clock,
    visibleAccountIds() {
      if (isGone) throw new Failure('refused', 'policy', 'Reading is not allowed any more.');
      return undefined;
    },
  });
  const client = await hub.connect();
  isGone = true;
  clock.advance(pingIntervalMs);
  assert.deepEqual(await client.closed, { code: 1008, reason: 'Reading is not allowed any more.' });
});

test('a removed token ends its connection at once, also one that is in replay, or does not answer the close frame', async (context) => {
  const removed = new Set<string>();
  const hub = await openTestHub(context, {
    // No ping occurs: the clock stands still.
    clock: movableClock('2026-01-02T03:04:05Z'),
    visibleAccountIds(caller) {
      if (!removed.has(caller.token_id ?? '')) return visibleAccountIds(caller);
      throw new Failure('refused', 'token_removed', 'The token of this connection was revoked.');
    },
  });
  const message = 'a'.repeat(50_000);
  hub.record(...seqRange(400).map((seq) => operationStarted(seq, { account_id: 'a', message })));
  const [live, replayed, silent, other] = [
    await hub.connect({ caller: holderOf('a') }),
    await hub.connect({ caller: holderOf('a'), since: 0 }),
    await hub.connect({ caller: holderOf('a') }),
    await hub.connect({ caller: holderOf('b') }),
  ];
  replayed.raw.pause();
  // It reads nothing any more, and so neither sees nor answers the close frame.
  silent.raw.pause();
  assert.equal(await hub.connections(), 4);
  removed.add('a');
  hub.callersChanged();
  assert.equal((await live.closed).code, 1008);
  await until('only the other connection is left', async () => (await hub.connections()) === 1);
  hub.record(operationStarted('last', { account_id: 'b' }));
  await other.until(({ seq }) => seq === 401);
});

test('a connection that fails is closed with 1011, and other clients go on', async (context) => {
  let scopeChecks = 0;
  const hub = await openTestHub(context, {
    visibleAccountIds(caller) {
      if (caller.token_id && scopeChecks++ > 0) throw new Error('the database is gone');
      return undefined;
    },
  });
  const [unlucky, stays] = [await hub.connect({ caller: holderOf('a') }), await hub.connect()];
  hub.record(operationStarted(1));
  assert.equal((await unlucky.closed).code, 1011);
  await stays.until(({ seq }) => seq === 1);
});
