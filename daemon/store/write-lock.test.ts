import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { until } from '../test-until.ts';
import { priorityWriteLock, createWriteLockBuffer, lapseMs, type WriteLockBuffer } from './write-lock.ts';

/**
 * A bulk writer on its own thread: holds the lock again and again for 10 ms, and counts in `counter` how often it did, and
 * how often it began while a writer with priority waited.
 */
function bulkWriter(t: TestContext, buffer: WriteLockBuffer, counter: SharedArrayBuffer): Worker {
  const code = `
    import { workerData, parentPort } from 'node:worker_threads';
    import { bulkWriteLock } from ${JSON.stringify(new URL('./write-lock.ts', import.meta.url).href)};
    const lock = bulkWriteLock(workerData.buffer);
    const counter = new Int32Array(workerData.counter);
    const idle = new Int32Array(new SharedArrayBuffer(4));
    parentPort.postMessage('ready');
    while (Atomics.load(counter, 2) === 0) {
      lock.run(() => {
        Atomics.store(counter, 1, 1);
        if (lock.isContended()) Atomics.add(counter, 3, 1);
        Atomics.wait(idle, 0, 0, 10);
        Atomics.add(counter, 0, 1);
        Atomics.store(counter, 1, 0);
      });
    }`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    workerData: { buffer, counter },
  });
  t.after(() => {
    Atomics.store(new Int32Array(counter), 2, 1);
    return worker.terminate();
  });
  return worker;
}

test('a writer with priority waits for at most one transaction of a bulk writer, and never runs during it', async (t) => {
  const buffer = createWriteLockBuffer();
  const counter = new SharedArrayBuffer(16);
  await once(bulkWriter(t, buffer, counter), 'message');
  const front = priorityWriteLock(buffer);
  const [writeCount, isWriting, begunWhileWaiting] = [0, 1, 3];
  const seen = new Int32Array(counter);
  const times = 50;
  for (let n = 0; n < times; n++) {
    const claimedMs = performance.now();
    front.run(() => {
      // A lock expires, also while a busy computer does not run its thread.
      const hasExpired = performance.now() - claimedMs >= lapseMs;
      assert.ok(hasExpired || Atomics.load(seen, isWriting) === 0, 'the bulk writer does not hold the lock');
    });
    const before = Atomics.load(seen, writeCount);
    await until('the bulk writer gets the lock too', () => Atomics.load(seen, writeCount) > before);
  }
  // It may begin at the moment the claim is made, but not after it.
  assert.ok(Atomics.load(seen, begunWhileWaiting) <= times / 2, `${seen[begunWhileWaiting]} writes in ${times} waits`);
});

test('a lock whose thread ended without releasing it expires', () => {
  const buffer = createWriteLockBuffer();
  new Int32Array(buffer).fill(1, 0, 2);
  let ran = false;
  priorityWriteLock(buffer).run(() => (ran = true));
  assert.ok(ran);
  assert.deepEqual([...new Int32Array(buffer)], [0, 0, 0]);
});
