import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../base/clock.ts';
import { silentLog } from '../base/log.ts';
import type { Event } from '../contract/events.ts';
import { openActivity, storeFiles } from '../store/open.ts';
import { sql } from '../store/db.ts';
import { testFolder } from '../test-folder.ts';
import { eventSweep, mergeFloods, openEvents } from './events.ts';

const updated = (...message_ids: string[]) => ({
  event: 'MailUpdated' as const,
  account_id: 'a',
  message_ids,
  total: message_ids.length,
});

test('changes to many messages in one moment become one event, its total the true count', () => {
  const flood = Array.from({ length: 500 }, (_, i) => updated(`m${i}`));
  const [merged, ...rest] = mergeFloods(flood);
  assert.equal(rest.length, 0);
  assert.ok(merged?.event === 'MailUpdated');
  assert.equal(merged.total, 500);
  assert.equal(merged.message_ids.length, 100);
});

test('starts and ends are never merged, and accounts are kept apart', () => {
  const finished = { event: 'SyncFinished' as const, account_id: 'a', ok: true, messages_synced: 1 };
  const other = { ...updated('x'), account_id: 'b' };
  assert.deepEqual(mergeFloods([finished, finished, updated('m'), other]), [finished, finished, updated('m'), other]);
});

test('every event is recorded before it is sent, its number only grows, and a failing listener stops nobody', async () => {
  const db = await openActivity(storeFiles(testFolder()).activity);
  const clock = movableClock('2026-01-01T00:00:00Z');
  const events = openEvents({ db, clock, log: silentLog });
  const seen: Event[] = [];
  events.subscribe(() => {
    throw new Error('a client that fails');
  });
  events.subscribe((recorded) => {
    for (const { seq } of recorded) assert.ok(db.get(sql`SELECT 1 FROM events WHERE seq = ${seq}`));
    seen.push(...recorded);
  });
  events.announce({ event: 'SyncStarted', account_id: 'a', account_name: 'A' });
  events.announce({ event: 'SyncFinished', account_id: 'a', ok: true, messages_synced: 0 });
  events.flush();
  assert.deepEqual(
    seen.map(({ event, seq, ts }) => [event, seq, ts]),
    [
      ['SyncStarted', 1, '2026-01-01T00:00:00.000Z'],
      ['SyncFinished', 2, '2026-01-01T00:00:00.000Z'],
    ],
  );
  events.close();
  db.close();
});

test('events older than their retention are gone after the sweep, younger ones stay (checklist 51)', async () => {
  const db = await openActivity(storeFiles(testFolder()).activity);
  const clock = movableClock('2026-01-01T00:00:00Z');
  const events = openEvents({ db, clock, log: silentLog });
  const stopping = new AbortController();
  const sweeping = eventSweep({ db, clock, retentionDays: () => 30 }).run(stopping.signal);
  const kinds = () => db.all<{ at: string }>(sql`SELECT at FROM events ORDER BY seq`).map(({ at }) => at.slice(0, 10));
  events.announce({ event: 'SyncCompleted', account_id: 'a', messages_synced: 1 });
  events.flush();
  clock.advance(20 * 86_400_000);
  events.announce({ event: 'SyncCompleted', account_id: 'a', messages_synced: 2 });
  events.flush();
  clock.advance(11 * 86_400_000);
  await new Promise(setImmediate);
  assert.deepEqual(kinds(), ['2026-01-21']);
  stopping.abort();
  await sweeping;
  events.close();
  db.close();
});
