import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { until } from '../test-until.ts';
import { testFolder } from '../test-folder.ts';
import { Failure } from './failure.ts';
import { silentLog } from './log.ts';
import { startWorker } from './worker.ts';

type Checker = { check: (input: undefined) => string[] };

function checker(t: TestContext, entry = 'checker', busyMs?: () => number) {
  const data = { file: join(testFolder(), 'none.db') };
  const worker = startWorker<Checker>(entry, {
    data,
    log: silentLog,
    ...(busyMs && { stuck: { busyMs, limitMs: () => 0 } }),
  });
  t.after(() => worker.stop());
  return worker;
}

test('an error thrown by a call inside a worker reaches the caller', async (t) => {
  await assert.rejects(
    checker(t).ask('check', undefined),
    /checker worker: .*(unable to open|no such file|does not exist)/is,
  );
});

test('a call to a dead worker is refused as retryable and does not wait forever', async (t) => {
  const worker = checker(t, 'no-such-entry');
  await assert.rejects(worker.ask('check', undefined), { code: 'worker_crashed', retryable: true });
  await assert.rejects(worker.ask('check', undefined), { code: 'worker_crashed', retryable: true });
});

test('worker health shows whether the worker runs, how often it was restarted and how fast it answers', async (t) => {
  const worker = checker(t);
  assert.deepEqual(worker.health(), {
    name: 'checker',
    state: 'idle',
    restarts: 0,
    waiting: 0,
    waiting_ms: 0,
    answer_ms: null,
  });
  const answer = worker.ask('check', undefined).catch(() => undefined);
  assert.deepEqual([worker.health().state, worker.health().waiting], ['running', 1]);
  await answer;
  assert.equal(worker.health().waiting, 0);
  assert.equal(typeof worker.health().answer_ms, 'number');
  const broken = checker(t, 'no-such-entry');
  await assert.rejects(broken.ask('check', undefined));
  assert.deepEqual([broken.health().state, broken.health().restarts], ['restarting', 1]);
});

test('a worker can be stopped twice', async (t) => {
  const worker = checker(t);
  await worker.stop();
  await worker.stop();
});

test('a stuck worker is terminated, and the next one answers', async (t) => {
  let ended = 0;
  const worker = checker(t, 'checker', () => (ended++ === 0 ? 1 : 0));
  await assert.rejects(
    async () => {
      for (;;) await worker.ask('check', undefined).catch(rethrowCrash);
    },
    { code: 'worker_crashed', retryable: true },
  );
  let refusal: unknown;
  await until('the next one answers', async () => {
    refusal = await worker.ask('check', undefined).catch((thrown: unknown) => thrown);
    return !isCrash(refusal);
  });
  assert.match(String(refusal), /checker worker/);
});

test('a worker that is idle frees memory, ends, and starts again with the next call', async (t) => {
  const data = { file: join(testFolder(), 'none.db') };
  const worker = startWorker<Checker>('checker', { data, log: silentLog, idleMs: 1 });
  t.after(() => worker.stop());
  const unanswered = /checker worker/;
  await assert.rejects(worker.ask('check', undefined), unanswered);
  worker.freeMemory();
  await assert.rejects(worker.ask('check', undefined), unanswered);
  await until('it has ended', () => worker.health().state === 'idle');
  worker.freeMemory();
  await assert.rejects(worker.ask('check', undefined), unanswered);
  assert.equal(worker.health().restarts, 0);
});

const isCrash = (thrown: unknown) => thrown instanceof Failure && thrown.code === 'worker_crashed';

function rethrowCrash(thrown: unknown): void {
  if (isCrash(thrown)) throw thrown;
}
