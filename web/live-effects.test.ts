import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventFields, type EventKind } from '../daemon/contract/events.ts';
import { everything, staleAfter } from './live-effects.ts';

test('new mail refreshes lists, the open conversation and the counts', () => {
  assert.deepEqual(staleAfter('NewMessages'), ['mailbox', 'search', 'thread', 'shell', 'status']);
});

test('progress refetches nothing, however often it comes', () => {
  assert.deepEqual(staleAfter('OperationProgress'), []);
});

test('a change to mail that landed or was taken back refreshes what shows mail', () => {
  for (const kind of ['MutationCompleted', 'MutationReconciliationFailed', 'MessageUnsnoozed'] as const) {
    assert.deepEqual(staleAfter(kind), ['mailbox', 'search', 'thread', 'shell']);
  }
});

test('a client that fell behind reads everything again', () => {
  assert.deepEqual(staleAfter('EventsLagged'), everything);
});

test('every kind of event has an answer', () => {
  for (const kind of Object.keys(eventFields) as EventKind[]) assert.ok(Array.isArray(staleAfter(kind)), kind);
});
