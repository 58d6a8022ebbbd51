import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventFields, type EventKind } from '../../daemon/contract/events.ts';
import { allQueryRoots, queriesInvalidatedBy } from './query-invalidation.ts';

test('new mail refreshes lists, the open conversation and the counts', () => {
  const stale = queriesInvalidatedBy('NewMessages');
  for (const subject of ['now', 'rail', 'modes', 'mailbox', 'search', 'thread', 'shell', 'status'] as const)
    assert.ok(stale.includes(subject));
});

test('progress events refetch nothing', () => {
  assert.deepEqual(queriesInvalidatedBy('OperationProgress'), []);
});

test('a mutation that was applied or reverted refreshes mail, snoozes and reminders', () => {
  for (const kind of ['MutationCompleted', 'MutationReconciliationFailed', 'MessageUnsnoozed'] as const) {
    assert.deepEqual(queriesInvalidatedBy(kind), [
      'now',
      'rail',
      'modes',
      'mailbox',
      'search',
      'thread',
      'shell',
      'snoozed',
      'reply-later',
      'labels',
      'blocked-senders',
      'screener',
      'subscriptions',
      'analytics',
      'history',
      'rules',
    ]);
  }
});

test('a client that fell behind refetches everything', () => {
  assert.deepEqual(queriesInvalidatedBy('EventsLagged'), allQueryRoots);
});

test('every event is mapped', () => {
  for (const kind of Object.keys(eventFields) as EventKind[])
    assert.ok(Array.isArray(queriesInvalidatedBy(kind)), kind);
});
