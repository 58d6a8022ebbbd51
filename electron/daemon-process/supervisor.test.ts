import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import type { UtilityMessage, UtilityCommand } from './utility-protocol.ts';
import type { ProcessState } from '../shell/shell-port.ts';
import { createSupervisor } from './supervisor.ts';

/** A supervisor over fake processes. */
function testSupervisor() {
  const clock = movableClock('2026-03-10T12:00:00.000Z');
  const states: ProcessState[] = [];
  const forked: {
    orders: UtilityCommand[];
    send(news: UtilityMessage): void;
    end(code: number): void;
    isKilled: boolean;
  }[] = [];
  const supervisor = createSupervisor({
    fork(send) {
      const { promise: ended, resolve } = Promise.withResolvers<{ code: number; stderrTail: string }>();
      const end = (code: number) => resolve({ code, stderrTail: '' });
      const own = { orders: [] as UtilityCommand[], send, end, isKilled: false };
      forked.push(own);
      const kill = () => {
        own.isKilled = true;
        // The exit code of a terminated process on some systems.
        end(0);
      };
      return { send: (order) => void own.orders.push(order), ended, kill };
    },
    clock,
    backoff: { delaysMs: [500], maxCrashes: 3, windowMs: 60_000 },
    heartbeat: { intervalMs: 60_000, maxMissed: 2 },
    onState: (state) => states.push(state),
    onMessage: () => undefined,
    log: silentLog,
  });
  const advance = async (ms: number) => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  return { supervisor, forked, states: () => states.map(({ state }) => state), all: states, advance };
}

const ready: UtilityMessage = { kind: 'ready', url: 'http://127.0.0.1:4040', token: 'a-token', isDemo: false };

test('a process that no longer answers is ended and restarted', async () => {
  const { supervisor, forked, states, all, advance: pass } = testSupervisor();
  supervisor.start();
  forked[0]?.send(ready);
  await pass(60_000);
  forked[0]?.send({ kind: 'pong' });
  for (let minute = 0; minute < 3; minute++) await pass(60_000);
  assert.equal(forked[0]?.isKilled, true);
  const last = all.at(-1);
  assert.match(
    last && 'reason' in last ? last.reason : '',
    /stopped responding and was closed\. Your stored mail is safe/,
  );
  await pass(500);
  forked[1]?.send(ready);
  assert.deepEqual(states(), ['starting', 'running', 'restarting', 'running']);
});

test('a slow start is not interrupted', async () => {
  const { supervisor, forked, advance: pass } = testSupervisor();
  supervisor.start();
  for (let minute = 0; minute < 30; minute++) await pass(60_000);
  assert.deepEqual([forked.length, forked[0]?.isKilled, forked[0]?.orders], [1, false, []]);
});

test('a start by the user while the last process still ends begins when it has ended', async () => {
  const { supervisor, forked, states, advance: pass } = testSupervisor();
  supervisor.start();
  forked[0]?.send({ kind: 'failed', reason: 'The disk is full.', code: 'disk_full' });
  supervisor.start();
  supervisor.start();
  assert.equal(forked.length, 1);
  forked[0]?.end(0);
  await pass(0);
  assert.equal(forked.length, 2);
  forked[0]?.send(ready);
  assert.deepEqual(states(), ['starting', 'starting', 'starting']);
});

test('open questions are rejected when the process ends', async () => {
  const { supervisor, forked } = testSupervisor();
  await assert.rejects(supervisor.request('sync', null), /isn’t running/);
  supervisor.start();
  const answer = supervisor.request('sending', null);
  assert.deepEqual(forked[0]?.orders, [{ kind: 'request', id: 2, request: { name: 'sending', input: null } }]);
  forked[0]?.send({ kind: 'reply', id: 99, value: true });
  forked[0]?.end(0);
  await assert.rejects(answer, /isn’t running/);
});
