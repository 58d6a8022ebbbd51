import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { movableClock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { silentLog } from '../../base/log.ts';
import { defaultConfig } from '../../config/schema/schema.ts';
import type { Backup } from '../../mail/backups/backup-folder.ts';
import { automaticBackupLoop } from './automatic-loop.ts';
import type { TaskOutcome } from './run-task.ts';

const start = '2026-03-10T08:00:00.000Z';
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** A loop whose backups take no time. Its disk and the state of the daemon can be changed. */
function testLoop(t: TestContext, outcome: () => TaskOutcome = () => ({ end: 'done' })) {
  const clock = movableClock(start);
  const state = { isIdle: true, free: 1e12 as number | null, backups: [] as Backup[], attempts: [] as string[] };
  const stopping = new AbortController();
  const loop = automaticBackupLoop({
    clock,
    log: silentLog,
    zone: 'Europe/Berlin',
    settings: () => defaultConfig().backup,
    isIdle: () => state.isIdle,
    hasContent: () => true,
    folder: () => '/backups',
    list: async () => state.backups,
    async make() {
      const made_at = clock.now().toISOString();
      state.attempts.push(made_at);
      const result = outcome();
      const facts = { is_own: true, bytes: 1, messages: 1, drafts: 0, checked_at: made_at, note: null };
      if (result.end === 'done')
        state.backups.unshift({ ...facts, name: made_at, kind: 'automatic', made_at, is_sound: true });
      return result;
    },
    freeBytes: async () => state.free,
  });
  const running = loop.run(stopping.signal);
  t.after(async () => {
    stopping.abort();
    await running;
  });
  return {
    loop,
    state,
    /** Lets this time pass, a minute at a time. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += minuteMs) {
        clock.advance(minuteMs);
        for (let turn = 0; turn < 5; turn++) await nextTurn();
      }
    },
  };
}

test('a backup needs a whole minute of idle time, and a missed day is made up for', async (t) => {
  const { state, pass } = testLoop(t);
  state.isIdle = false;
  await pass(26 * hourMs);
  assert.deepEqual(state.attempts, []);
  state.isIdle = true;
  await pass(minuteMs);
  assert.deepEqual(state.attempts, []);
  await pass(minuteMs);
  assert.equal(state.attempts.length, 1);
  await pass(72 * hourMs);
  assert.equal(state.attempts.length, 4);
});

test('a clock that was in the future does not make a backup each minute', async (t) => {
  const { state, pass } = testLoop(t);
  const made_at = '2030-01-01T00:00:00.000Z';
  const facts = { is_own: true, bytes: 1, messages: 1, drafts: 0, checked_at: made_at, note: null };
  state.backups.push({ ...facts, name: 'later', kind: 'automatic', made_at, is_sound: true });
  await pass(12 * hourMs);
  assert.equal(state.attempts.length, 1);
});

const noRoom = new Failure('unavailable', 'disk_full', '3 GB are needed.', { retryable: true, needed_bytes: 3e9 });

test('without room the next attempt waits for room, and the problem ends with the backup', async (t) => {
  let result: TaskOutcome = { end: 'failed', failure: noRoom };
  const { loop, state, pass } = testLoop(t, () => result);
  state.free = 1e9;
  await pass(48 * hourMs);
  assert.deepEqual([state.attempts.length, loop.problem()], [1, '3 GB are needed.']);
  state.free = 4e9;
  result = { end: 'done' };
  await pass(minuteMs);
  assert.deepEqual([state.attempts.length, loop.problem()], [2, null]);
});

test('after another failure it is tried again after six hours; a cancelled backup waits for the next day', async (t) => {
  let result: TaskOutcome = { end: 'failed', failure: new Error('a read error') };
  const { loop, state, pass } = testLoop(t, () => result);
  await pass(10 * minuteMs);
  assert.deepEqual([state.attempts.length, loop.problem()], [1, 'Couldn’t create the backup: a read error.']);
  result = { end: 'cancelled' };
  await pass(6 * hourMs);
  assert.deepEqual([state.attempts.length, loop.problem()], [2, null]);
  await pass(4 * hourMs);
  assert.equal(state.attempts.length, 2);
  await pass(12 * hourMs);
  assert.equal(state.attempts.length, 3);
});
