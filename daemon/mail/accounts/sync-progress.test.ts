import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf, movableClock } from '../../base/clock.ts';
import { testDaemon, testStart } from '../../test-daemon.ts';
import { createSyncProgress } from './sync-progress.ts';

const minute = 60_000;

test('an account is overdue when its interval and two minutes have passed, and no pass runs', () => {
  const clock = movableClock(testStart);
  const progress = createSyncProgress({ clock, intervalMs: () => 5 * minute });
  const lastSuccessAt = instantOf(clock.now());
  clock.advance(7 * minute);
  assert.equal(progress.isOverdue(1, lastSuccessAt), false);
  clock.advance(1);
  assert.equal(progress.isOverdue(1, lastSuccessAt), true);
  progress.set(1, { current: 0, total: 0, message: 'Checking' });
  assert.equal(progress.isOverdue(1, lastSuccessAt), false);
});

test('an account whose pass receives nothing for minutes is not healthy, and says why', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => servers.get('ada')?.control.fault({ kind: 'slow', times: 1, ms: 60 * minute }),
  });
  await daemon.events.until('SyncStarted');
  const status = async () => (await daemon.ask('sync.status')).sync;
  assert.deepEqual([(await status())?.healthy, (await status())?.last_error], [true, null]);
  daemon.clock.advance(4 * minute);
  const stuck = await status();
  assert.deepEqual(
    [stuck?.healthy, stuck?.sync_in_progress, stuck?.last_error],
    [false, true, 'Nothing has arrived from the server for 4 minutes.'],
  );
  daemon.clock.advance(60 * minute);
  await daemon.events.until('SyncCompleted');
  assert.deepEqual([(await status())?.healthy, (await status())?.last_error], [true, null]);
});
