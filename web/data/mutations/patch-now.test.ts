import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailChange } from '../../api/mail-change.ts';
import { type NowReply, patchNow } from './patch-now.ts';

const person = (thread_id: string) => ({ row: { thread_id }, why: '' });
const data = {
  kind: 'Now',
  now: {
    headline: '2 people are waiting for your reply.',
    people: { rows: [person('a'), person('b')], total: 2 },
    updates: { thread_ids: ['u', 'v'] },
    reading: { thread_id: 'r' },
  },
} as unknown as NowReply;

function after(change: MailChange, ...threads: string[]) {
  const target = { threads: threads.map((thread_id) => ({ thread_id })) } as unknown as Parameters<typeof patchNow>[1];
  const { people, updates, reading } = patchNow(data, target, change).now;
  return {
    people: people.rows.map(({ row }) => row.thread_id),
    hasUpdates: updates !== undefined,
    hasReading: reading !== undefined,
  };
}

const whole = { people: ['a', 'b'], hasUpdates: true, hasReading: true };

test('what is done, archived or snoozed leaves Now at once', () => {
  const gone = { ...whole, people: ['b'] };
  assert.deepEqual(after({ do: 'done', mode: 'messages' }, 'a'), gone);
  assert.deepEqual(after({ do: 'archive' }, 'a'), gone);
  assert.deepEqual(after({ do: 'snooze', until: 'tomorrow', text: 'tomorrow' }, 'a'), gone);
  assert.deepEqual(after({ do: 'done', mode: 'reading' }, 'r'), { ...whole, hasReading: false });
});

test('the card of updates leaves only with all of its conversations', () => {
  assert.deepEqual(after({ do: 'done', mode: 'updates' }, 'u'), whole);
  assert.deepEqual(after({ do: 'done', mode: 'updates' }, 'u', 'v'), { ...whole, hasUpdates: false });
});

test('reading or labelling a conversation leaves Now as it is', () => {
  assert.deepEqual(after({ do: 'read', read: true }, 'a'), whole);
  assert.deepEqual(after({ do: 'label', add: ['House'], remove: [] }, 'a'), whole);
});
