import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { Event } from '../../contract/events.ts';
import { openActivity, storeFiles } from '../../store/open.ts';
import { sql } from '../../store/db.ts';
import { testFolder } from '../../test-folder.ts';
import { eventSweep, openEvents } from './events.ts';

test('recorded events are read in parts, and no sequence number is used twice', async () => {
  const db = await openActivity(storeFiles(testFolder()).activity);
  const events = openEvents({ db, clock: movableClock('2026-01-01T00:00:00Z'), log: silentLog });
  assert.deepEqual([events.range(), events.after(0)], [{ first: 1, last: 0 }, []]);
  const announced: Event[] = [];
  events.subscribe((recorded) => announced.push(...recorded));
  for (const account_id of ['a', 'b', 'c']) events.announce({ event: 'SyncStarted', account_id, account_name: 'A' });
  events.flush();
  assert.deepEqual(events.after(0), announced);
  const parts = [events.after(0, 1), events.after(1, 150), events.after(3)];
  assert.deepEqual(
    parts.map((part) => part.map(({ seq }) => seq)),
    [[1], [2, 3], []],
  );
  db.run(sql`DELETE FROM events`);
  assert.deepEqual(events.range(), { first: 4, last: 3 });
  events.close();
  db.close();
});

test('an event of several accounts, or of the settings, is not recorded under a single account', async () => {
  const db = await openActivity(storeFiles(testFolder()).activity);
  const events = openEvents({ db, clock: movableClock('2026-01-01T00:00:00Z'), log: silentLog });
  const done = { ok: true, succeeded: 1, skipped: 0, failed: 0, undo: false, message_ids: [], thread_ids: [] };
  for (const account_ids of [[], ['a'], ['a', 'b']]) {
    events.announce({ event: 'MutationCompleted', mutation_id: null, kind: 'archive', account_ids, ...done });
  }
  events.announce({ event: 'ConfigChanged', keys: ['accounts.a.name'], trouble: null });
  events.flush();
  assert.deepEqual(
    db.all<{ account_id: string | null }>(sql`SELECT account_id FROM events`).map(({ account_id }) => account_id),
    [null, 'a', 'a b', 'owner'],
  );
  events.close();
  db.close();
});

test('many events are recorded in several transactions, in order', async () => {
  const db = await openActivity(storeFiles(testFolder()).activity);
  const events = openEvents({ db, clock: movableClock('2026-01-01T00:00:00Z'), log: silentLog });
  const parts: Event[][] = [];
  const all = new Promise<void>((resolve) => {
    events.subscribe((recorded) => {
      parts.push([...recorded]);
      if (recorded.at(-1)?.seq === 1_200) resolve();
    });
  });
  const numbers = Array.from({ length: 1_200 }, (_, index) => index + 1);
  for (const messages_synced of numbers) events.announce({ event: 'SyncCompleted', account_id: 'a', messages_synced });
  await all;
  assert.ok(parts.every((part) => part.length <= 500));
  const announced = parts.flat().map((event) => [event.seq, event.event === 'SyncCompleted' && event.messages_synced]);
  assert.deepEqual(
    announced,
    numbers.map((number) => [number, number]),
  );
  events.close();
  db.close();
});

test('events are recorded before they are sent, their numbers grow, and a failing listener does not affect others', async () => {
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

test('the sweep removes events older than their retention and keeps younger events (checklist 51)', async () => {
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
