import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueInstant, isShown, relevantUntil, todoStateAt, type Todo } from './todo.ts';

const zone = 'Europe/Berlin';

const todo = (more: Partial<Todo> = {}): Todo => ({
  id: 1,
  todo_id: '3f0a6a57-2b7e-5c1d-8a30-9d2f7c4b1e60',
  account_id: '0c1b7c5e-6a3f-5d0e-9a53-2f4f8f0b6f3a',
  message: 1,
  message_id: '7a3ca275-a251-5c2a-bfde-38c9c8b2d4fb',
  thread: 1,
  thread_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  kind: 'question',
  words: 'Can you?',
  span_start: 0,
  span_end: 8,
  due_at: null,
  due_day: null,
  due_words: null,
  amount: null,
  currency: null,
  is_catchup: 0,
  state: 'open',
  postponed_until: null,
  changed_at: null,
  found_at: '2026-03-10T08:00:00.000Z',
  origin: 'rules',
  subject: 'Plans',
  from_name: 'Ben',
  from_email: 'ben@people.example',
  recipients: '{}',
  direction: 'inbound',
  received_at: '2026-03-10T08:00:00.000Z',
  sort_key: Date.parse('2026-03-10T08:00:00.000Z') / 1000,
  reply_id: null,
  replied_at: null,
  is_settled: 0,
  ...more,
});
const at = (instant: string) => ({ now: new Date(instant), zone });

test('a day is over at midnight where the user is, also on the days on which clocks are set', () => {
  const due = (due_day: string) => dueInstant({ due_at: null, due_day }, zone)?.toISOString();
  assert.deepEqual(['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-12-31'].map(due), [
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
  ]);
});

test('a to-do expires two weeks after its date, or a month after it was found; an invitation when it begins', () => {
  const until = (more: Partial<Todo>) => relevantUntil(todo(more), zone).toISOString();
  assert.equal(until({ due_day: '2026-03-12' }), '2026-03-26T23:00:00.000Z');
  assert.equal(until({}), '2026-04-09T08:00:00.000Z');
  const earlier = Date.parse('2026-01-10T08:00:00.000Z') / 1000;
  assert.equal(until({ kind: 'commitment', is_catchup: 1, sort_key: earlier }), '2026-02-09T08:00:00.000Z');
  assert.equal(until({ kind: 'invitation', due_at: '2026-03-12T18:00:00.000Z' }), '2026-03-12T18:00:00.000Z');
  assert.equal(todoStateAt(todo({ due_day: '2026-03-12' }), at('2026-03-26T22:59:59.000Z')), 'open');
  assert.equal(todoStateAt(todo({ due_day: '2026-03-12' }), at('2026-03-26T23:00:00.000Z')), 'expired');
});

test('what the user has postponed is shown again when its time comes, also where it would have expired', () => {
  const postponed = todo({ postponed_until: '2026-06-01T07:00:00.000Z', changed_at: '2026-03-10T08:00:00.000Z' });
  assert.equal(isShown(postponed, at('2026-06-01T06:59:59.000Z')), false);
  assert.equal(isShown(postponed, at('2026-06-01T07:00:00.000Z')), true);
  assert.equal(todoStateAt(postponed, at('2026-06-15T07:00:00.000Z')), 'expired');
});

test('a reply settles a question, unless the user has opened it again', () => {
  const replied = { replied_at: '2026-03-10T20:00:00.000Z' };
  const now = at('2026-03-11T08:00:00.000Z');
  assert.equal(todoStateAt(todo(replied), now), 'done');
  assert.equal(todoStateAt(todo({ ...replied, changed_at: '2026-03-11T08:00:00.000Z' }), now), 'open');
  assert.equal(todoStateAt(todo({ ...replied, changed_at: '2026-03-10T19:00:00.000Z' }), now), 'done');
  assert.equal(todoStateAt(todo({ ...replied, kind: 'deadline' }), now), 'open');
  const answered = { kind: 'invitation', is_settled: 1 } as const;
  const changed_at = '2026-03-10T19:00:00.000Z';
  assert.equal(todoStateAt(todo(answered), now), 'done');
  assert.equal(
    todoStateAt(todo({ ...answered, changed_at, postponed_until: '2026-03-12T08:00:00.000Z' }), now),
    'done',
  );
  assert.equal(todoStateAt(todo({ ...answered, changed_at }), now), 'open');
});
