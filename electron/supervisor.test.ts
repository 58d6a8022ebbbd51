import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../daemon/base/clock.ts';
import { silentLog } from '../daemon/base/log.ts';
import type { UtilityNews, UtilityOrder } from './host-calls.ts';
import type { ProcessState } from './shell-port.ts';
import { createSupervisor } from './supervisor.ts';

/** A supervisor over processes that only exist here. */
function supervised() {
  const clock = movableClock('2026-03-10T12:00:00.000Z');
  const states: ProcessState[] = [];
  const forked: { orders: UtilityOrder[]; say(news: UtilityNews): void; end(code: number): void; isKilled: boolean }[] =
    [];
  const supervisor = createSupervisor({
    fork(say) {
      const { promise: ended, resolve } = Promise.withResolvers<{ code: number; lastWords: string }>();
      const end = (code: number) => resolve({ code, lastWords: '' });
      const own = { orders: [] as UtilityOrder[], say, end, isKilled: false };
      forked.push(own);
      const kill = () => {
        own.isKilled = true;
        // What some systems give for a process that was made to end.
        end(0);
      };
      return { tell: (order) => void own.orders.push(order), ended, kill };
    },
    clock,
    pace: { waits: [500], most: 3, within: 60_000 },
    pulse: { every: 60_000, most: 2 },
    onState: (state) => states.push(state),
    onNews: () => undefined,
    log: silentLog,
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  return { supervisor, forked, states: () => states.map(({ state }) => state), all: states, pass };
}

const ready: UtilityNews = { kind: 'ready', url: 'http://127.0.0.1:4040', token: 'a-token', isDemo: false };

test('one that has stopped answering is ended and started again', async () => {
  const { supervisor, forked, states, all, pass } = supervised();
  supervisor.start();
  forked[0]?.say(ready);
  await pass(60_000);
  forked[0]?.say({ kind: 'pong' });
  for (let minute = 0; minute < 3; minute++) await pass(60_000);
  assert.equal(forked[0]?.isKilled, true);
  const last = all.at(-1);
  assert.match(last && 'reason' in last ? last.reason : '', /did not answer any more, and was ended\. What was stored/);
  await pass(500);
  forked[1]?.say(ready);
  assert.deepEqual(states(), ['starting', 'running', 'restarting', 'running']);
});

test('one that takes long to start is not hurried', async () => {
  const { supervisor, forked, pass } = supervised();
  supervisor.start();
  for (let minute = 0; minute < 30; minute++) await pass(60_000);
  assert.deepEqual([forked.length, forked[0]?.isKilled, forked[0]?.orders], [1, false, []]);
});

test('what the person starts while the last one still ends begins when that has ended', async () => {
  const { supervisor, forked, states, pass } = supervised();
  supervisor.start();
  forked[0]?.say({ kind: 'failed', reason: 'The disk is full.', code: 'disk_full' });
  supervisor.start();
  supervisor.start();
  assert.equal(forked.length, 1);
  forked[0]?.end(0);
  await pass(0);
  assert.equal(forked.length, 2);
  forked[0]?.say(ready);
  assert.deepEqual(states(), ['starting', 'starting', 'starting']);
});

test('what nobody answers is refused when the process ends', async () => {
  const { supervisor, forked } = supervised();
  await assert.rejects(supervisor.ask('sync', null), /does not run/);
  supervisor.start();
  const asked = supervisor.ask('sending', null);
  assert.deepEqual(forked[0]?.orders, [{ kind: 'question', id: 2, question: { name: 'sending', input: null } }]);
  forked[0]?.say({ kind: 'answer', id: 99, value: true });
  forked[0]?.end(0);
  await assert.rejects(asked, /does not run/);
});
