import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeAnnouncements } from './merge-announcements.ts';

const updated = (...message_ids: string[]) => ({
  event: 'MailUpdated' as const,
  account_id: 'a',
  message_ids,
  total: message_ids.length,
});

test('changes to many messages at the same time become one event with the exact total', () => {
  const flood = Array.from({ length: 500 }, (_, i) => updated(`m${i}`));
  const [merged, ...rest] = mergeAnnouncements(flood);
  assert.equal(rest.length, 0);
  assert.ok(merged?.event === 'MailUpdated');
  assert.equal(merged.total, 500);
  assert.equal(merged.message_ids.length, 100);
});

test('start and end events are not merged, and accounts are kept apart', () => {
  const finished = { event: 'SyncFinished' as const, account_id: 'a', ok: true, messages_synced: 1 };
  const other = { ...updated('x'), account_id: 'b' };
  assert.deepEqual(mergeAnnouncements([finished, finished, updated('m'), other]), [
    finished,
    finished,
    updated('m'),
    other,
  ]);
});
