import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventFields, type EventKind } from '../daemon/contract/events.ts';
import { everything, staleAfter } from './live-effects.ts';

test('new mail refreshes lists, the open conversation and the counts', () => {
  const stale = staleAfter('NewMessages');
  for (const subject of ['mailbox', 'search', 'thread', 'shell', 'status'] as const) assert.ok(stale.includes(subject));
});

test('progress refetches nothing, however often it comes', () => {
  assert.deepEqual(staleAfter('OperationProgress'), []);
});

test('a change to mail that landed or was taken back refreshes what shows mail, and what keeps it for later', () => {
  for (const kind of ['MutationCompleted', 'MutationReconciliationFailed', 'MessageUnsnoozed'] as const) {
    assert.deepEqual(staleAfter(kind), [
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
  assert.deepEqual(staleAfter('EventsLagged'), everything);
});

test('every kind of event has an answer', () => {
  for (const kind of Object.keys(eventFields) as EventKind[]) assert.ok(Array.isArray(staleAfter(kind)), kind);
});
