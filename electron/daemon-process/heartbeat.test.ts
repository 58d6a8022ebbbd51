import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { startHeartbeat } from './heartbeat.ts';

test('a process that answers keeps running, and a process that misses five answers in a row is given up, once', async () => {
  const clock = movableClock('2026-03-10T12:00:00.000Z');
  let pings = 0;
  let lost = 0;
  let answers = true;
  const pulse = startHeartbeat(
    { intervalMs: 60_000, maxMissed: 5 },
    {
      ping: () => {
        pings++;
        if (answers) pulse.recordAnswer();
      },
      onLost: () => lost++,
      clock,
      signal: new AbortController().signal,
    },
  );
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      clock.advance(60_000);
      await new Promise(setImmediate);
    }
  };
  await minutes(20);
  assert.deepEqual([pings, lost], [20, 0]);
  answers = false;
  await minutes(4);
  pulse.recordAnswer();
  await minutes(5);
  assert.deepEqual([pings, lost], [29, 0]);
  await minutes(3);
  assert.deepEqual([pings, lost], [29, 1]);
});

test('an ended process gets no more pings', async () => {
  const clock = movableClock('2026-03-10T12:00:00.000Z');
  const ended = new AbortController();
  const unexpected = () => assert.fail('it got a ping');
  startHeartbeat(
    { intervalMs: 1, maxMissed: 0 },
    { ping: unexpected, onLost: unexpected, clock, signal: ended.signal },
  );
  ended.abort();
  await new Promise(setImmediate);
  clock.advance(10);
  await new Promise(setImmediate);
});
