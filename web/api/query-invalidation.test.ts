import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventFields, type EventKind } from '../../daemon/contract/events.ts';
import { allQueryRoots, queriesInvalidatedBy } from './query-invalidation.ts';

test('new mail refreshes lists, the open conversation and the counts', () => {
  const stale = queriesInvalidatedBy('NewMessages');
  for (const subject of ['mailbox', 'search', 'thread', 'shell', 'status'] as const) assert.ok(stale.includes(subject));
});

test('progress refetches nothing, however often it comes', () => {
  assert.deepEqual(queriesInvalidatedBy('OperationProgress'), []);
});

test('a change to mail that landed or was taken back refreshes what shows mail, and what keeps it for later', () => {
  for (const kind of ['MutationCompleted', 'MutationReconciliationFailed', 'MessageUnsnoozed'] as const) {
    assert.deepEqual(queriesInvalidatedBy(kind), [
      'mailbox',
      'search',
      'thread',
      'shell',
      'snoozed',
      'reply-later',
      'labels',
      'subscriptions',
      'history',
    ]);
  }
});

test('a client that fell behind reads everything again', () => {
  assert.deepEqual(queriesInvalidatedBy('EventsLagged'), allQueryRoots);
});

test('every kind of event has an answer', () => {
  for (const kind of Object.keys(eventFields) as EventKind[])
    assert.ok(Array.isArray(queriesInvalidatedBy(kind)), kind);
});
